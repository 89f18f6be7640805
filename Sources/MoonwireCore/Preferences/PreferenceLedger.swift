import MoonwireSupport
import MoonwireValues

/// Stores the last known values of preferences, to detect changes from any source.
///
/// The changes of a preference form a chain: the old value of each is the new value of the previous one. A value that was replaced
/// before it was read is left out.
final class PreferenceLedger: Sendable {
    private struct Entry {
        var value: PlainValue
        /// Incremented when the value changes, or when it should be read again.
        var version = 0
        /// The values that callers are about to set, who will look at the value afterward.
        var awaited: [PlainValue] = []

        mutating func end(_ value: PlainValue) {
            if let index = awaited.firstIndex(of: value) { awaited.remove(at: index) }
        }
    }

    private struct State {
        /// Nil while there are no listeners.
        var entries: [String: Entry]?
        var observations: [ObjectIdentifier: StoreObservation] = [:]
        var failures = StoreFailures()
        /// The preferences whose values stay under their former keys, because their stores cannot move them.
        var failedMoves = StoreFailures()
        /// Pending changes for the listeners, in order.
        var outbox: [PreferenceChange] = []
        var isSending = false
    }

    private let state = Lock(State())
    private let broadcast = Broadcast<PreferenceChange>()
    /// Says that some preference may have changed; for a slow listener, once is enough.
    private let signals = Broadcast<Void>(capacity: 1)

    /// The changes from now on.
    func changes() -> Updates<PreferenceChange> { broadcast.updates() }

    /// A signal after each change from now on, and after each reload.
    func changeSignals() -> Subscription<Void> { signals.subscribe() }

    /// Ends the signals, because the container has ended.
    func endSignals() { signals.finish() }

    var isFollowing: Bool { state.withLock { $0.entries != nil } }

    /// Reads all preferences of a generation and observes their stores from now on; new preferences are not changes.
    func follow(_ generation: Generation) {
        let stores = generation.plan.graph.preferences.usedStores
        for (id, store) in stores where state.withLock({ $0.observations[id] == nil }) {
            let fresh = store.observe { [weak self, container = generation.context.current] in
                guard let self, let generation = container.lease() else { return }
                defer { generation.endLease() }
                look(at: generation)
            }
            // Another thread may have been faster; the surplus observation ends outside the lock.
            let surplus = state.withLock { state in
                if state.observations[id] != nil { return fresh as StoreObservation? }
                state.observations[id] = fresh
                return nil
            }
            withExtendedLifetime(surplus) {}
        }
        let titles = Set(generation.plan.graph.preferences.titles)
        let former = state.withLock { state in
            state.entries = (state.entries ?? [:]).filter { titles.contains($0.key) }
            state.failures.keep(titles)
            state.failedMoves.keep(titles)
            let former = state.observations.filter { stores[$0.key] == nil }
            for id in former.keys { state.observations[id] = nil }
            return former
        }
        withExtendedLifetime(former) {}
        look(at: generation)
        _ = signals.send([()])
    }

    /// Detects changes of others, and calls hooks and listeners.
    func look(at generation: Generation) {
        guard isFollowing else { return }
        for definition in generation.plan.graph.preferences.definitions {
            look(at: definition, in: generation)
        }
    }

    private func look(at definition: PreferenceDefinition, in generation: Generation) {
        guard let change = look(at: definition, in: generation, asWriterOf: nil) else { return }
        generation.hookRunner.report { try generation.hookRunner.tell(of: change) }
    }

    /// Runs `write`, which sets a preference; returns the change, for hooks.
    func writing(
        _ value: PlainValue?, _ definition: PreferenceDefinition, in generation: Generation, _ write: () throws -> Void
    ) throws -> PreferenceChange? {
        beginWriting(value, definition)
        do { try write() } catch {
            abandonWriting(value, definition, in: generation)
            throw error
        }
        return endWriting(value, definition, in: generation)
    }

    /// The value is about to be set, or reset if it is nil; others leave this change to the caller, which calls `endWriting` afterward.
    ///
    /// Changes to other values are those of others, however long the caller waits.
    func beginWriting(_ value: PlainValue?, _ definition: PreferenceDefinition) {
        state.withLock { $0.entries?[definition.title]?.awaited.append(value ?? definition.defaultValue) }
    }

    /// The value was set; returns the change, for hooks.
    func endWriting(
        _ value: PlainValue?, _ definition: PreferenceDefinition, in generation: Generation
    ) -> PreferenceChange? {
        look(at: definition, in: generation, asWriterOf: value ?? definition.defaultValue)
    }

    /// The value was not set, or only in part; also finds the changes that others left to the caller.
    func abandonWriting(_ value: PlainValue?, _ definition: PreferenceDefinition, in generation: Generation) {
        endWriting(value ?? definition.defaultValue, definition.title)
        if isFollowing { look(at: definition, in: generation) }
    }

    /// False after the store failed to move the value of a preference.
    func mayMove(_ definition: PreferenceDefinition) -> Bool {
        state.withLock { !$0.failedMoves.contains(definition.title) }
    }

    /// Returns whether this failure of the store is a new one.
    func recordFailedMove(of definition: PreferenceDefinition, _ reason: String) -> Bool {
        state.withLock { $0.failedMoves.recordIfNew(for: definition, reason) }
    }

    private func endWriting(_ value: PlainValue, _ title: String) {
        state.withLock { $0.entries?[title]?.end(value) }
    }

    /// No other thread reads between the store and the ledger; one that was too slow reads again.
    private func look(
        at definition: PreferenceDefinition, in generation: Generation, asWriterOf written: PlainValue?
    ) -> PreferenceChange? {
        let title = definition.title
        while true {
            let version = state.withLock { $0.entries?[title]?.version }
            guard let value = readableValue(of: definition, in: generation) else {
                // The former value is kept: a store that cannot be read changes nothing.
                if let written { endWriting(written, title) }
                return nil
            }
            let found: PreferenceChange?? = state.withLock { state -> PreferenceChange?? in
                guard state.entries != nil else { return .some(nil) }
                guard var entry = state.entries?[title] else {
                    state.entries?[title] = Entry(value: value)
                    return .some(nil)
                }
                guard entry.version == version else { return nil }
                defer { state.entries?[title] = entry }
                if let written {
                    entry.end(written)
                } else if entry.awaited.contains(value) {
                    entry.version += 1
                    return .some(nil)
                }
                guard let change = PreferenceChange(of: definition, from: entry.value, to: value) else {
                    return .some(nil)
                }
                entry.value = value
                entry.version += 1
                state.outbox.append(change)
                return .some(change)
            }
            guard let found else { continue }
            send(generation.reports.diagnostics)
            return found
        }
    }

    /// The effective value; nil while the store cannot be read, which is reported once.
    private func readableValue(of definition: PreferenceDefinition, in generation: Generation) -> PlainValue? {
        do {
            let value = try generation.effectiveValue(of: definition)
            state.withLock { $0.failures.end(for: definition.title) }
            return value
        } catch {
            guard let error = error as? ContainerError else { return nil }
            let isNew = state.withLock {
                $0.entries != nil && $0.failures.recordIfNew(for: definition, "\(error.underlying ?? error)")
            }
            if isNew {
                generation.reports.diagnostics.report(generation.secrets.masked(error.diagnostics.map(\.asWarning)))
            }
            return nil
        }
    }

    /// Delivers changes in the order in which they were found: one thread at a time, and the others leave theirs to it.
    private func send(_ diagnostics: DiagnosticChannel) {
        while true {
            let changes = state.withLock { state -> [PreferenceChange]? in
                guard !state.isSending, !state.outbox.isEmpty else { return nil }
                state.isSending = true
                defer { state.outbox = [] }
                return state.outbox
            }
            guard let changes else { return }
            if broadcast.send(changes) { diagnostics.report([.slowListener(to: "preferences.changes()")]) }
            _ = signals.send([()])
            state.withLock { $0.isSending = false }
        }
    }
}

extension PreferenceIndex {
    /// The stores of preferences.
    fileprivate var usedStores: [ObjectIdentifier: any PreferenceStore] {
        let stores = definitions.compactMap { store(of: $0) }
        return Dictionary(stores.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { $1 })
    }
}
