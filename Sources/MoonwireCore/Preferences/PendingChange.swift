import MoonwireValues

/// A value that an asynchronous store is about to store, which was checked before.
struct PendingChange: Sendable {
    let definition: PreferenceDefinition
    /// Nil to remove the value.
    let value: PlainValue?
    let store: any PreferenceStore
    /// The former value, if the change is private to an override.
    fileprivate let old: PlainValue?

    fileprivate init(
        _ definition: PreferenceDefinition, _ value: PlainValue?, _ store: any PreferenceStore, old: PlainValue?
    ) {
        self.definition = definition
        self.value = value
        self.store = store
        self.old = old
    }

    /// Stores the value, and removes that of the former key.
    func run() async throws {
        func update(_ key: String, to value: PlainValue?) async throws {
            do { try await store.update(key, to: value) } catch let error as CancellationError where Task.isCancelled {
                throw error
            } catch {
                throw ContainerError(.failedStore(definition, key: key, error), underlying: error)
            }
        }
        // The former key first if a value is removed: otherwise a concurrent read would move its value.
        if let former = definition.formerKey, value == nil { try await update(former, to: nil) }
        try await update(definition.key, to: value)
        if let former = definition.formerKey, value != nil { try await update(former, to: nil) }
    }
}

extension Generation {
    /// Checks a value that an asynchronous store will store; null resets the preference.
    func begin(_ definition: PreferenceDefinition, to value: PlainValue) throws -> PendingChange {
        if let scope = context.scope { return try scope.base.begin(definition, to: value) }
        // A nil literal would be a null, which is a value.
        let accepted = value == .null ? PlainValue?.none : try checked(value, for: definition)
        let store = try store(of: definition)
        guard context.base == nil else {
            return PendingChange(definition, accepted, store, old: try? effectiveValue(of: definition))
        }
        context.preferences.beginWriting(accepted, definition)
        return PendingChange(definition, accepted, store, old: nil)
    }

    /// Called instead of ``finish(_:)`` if the store fails.
    func abandon(_ change: PendingChange) {
        if let scope = context.scope { return scope.base.abandon(change) }
        if context.base == nil { context.preferences.abandonWriting(change.value, change.definition, in: self) }
    }

    /// Detects the change, and calls hooks.
    func finish(_ pending: PendingChange) throws {
        if let scope = context.scope { return try scope.base.finish(pending) }
        let change: PreferenceChange?
        if let base = context.base {
            let new = try? effectiveValue(of: pending.definition)
            let isShared = (try? base.store(of: pending.definition)) === pending.store
            change = isShared ? nil : PreferenceChange(of: pending.definition, from: pending.old, to: new)
        } else {
            change = context.preferences.endWriting(pending.value, pending.definition, in: self)
        }
        pending.store.announceChange()
        if let change { try hookRunner.tell(of: change) }
    }

    /// The keys under which a store may have the value of a preference, and the store.
    func storage(of definition: PreferenceDefinition) throws -> (store: any PreferenceStore, keys: [String]) {
        (try store(of: definition), [definition.key, definition.formerKey].compactMap(\.self))
    }
}
