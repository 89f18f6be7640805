import MoonwireValues

/// The preferences of a generation. Stores and checks run without any lock held.
extension Generation {
    /// The preference with a name; throws ``ContainerError`` with the nearest names if there is none.
    func preference(_ title: String) throws -> PreferenceDefinition {
        if let definition = plan.graph.preferences[title] { return definition }
        throw ContainerError(.unknownPreference(title, known: plan.graph.preferences.titles))
    }

    /// The preference with that name in the group of a type: the group has the longest of the type's names that the
    /// scripts define.
    ///
    /// Throws ``ContainerError`` if two types would share a group.
    func preference(_ name: String, in group: Any.Type) throws -> PreferenceDefinition {
        let names = spelledNames(of: group)
        let found = names.last { plan.graph.preferences["\($0).\(name)"] != nil } ?? names[0]
        let definition = try preference("\(found).\(name)")
        if let other = tables.preferenceGroups.claim(found, for: group) {
            throw ContainerError(.sharedGroup(found, [other, group], definition))
        }
        return definition
    }

    /// The value in the store, or else the default; throws ``ContainerError`` for an invalid stored value.
    func value(of definition: PreferenceDefinition) throws -> PlainValue {
        noteNeed { $0.note(preference: definition.title, isDefined: true, by: $1) }
        return try storedValue(of: definition) ?? definition.defaultValue
    }

    /// The preference that code reads by its name; a missing one is recorded, too.
    func preferenceToRead(_ title: String) throws -> PreferenceDefinition {
        do { return try preference(title) } catch {
            noteNeed { $0.note(preference: title, isDefined: false, by: $1) }
            throw error
        }
    }

    /// The value of a preference for a build; errors contain stored values, which may be secret.
    func preferenceValue(_ title: String) throws -> PlainValue {
        do { return try value(of: try preferenceToRead(title)) } catch let error as ContainerError {
            throw secrets.masked(error)
        }
    }

    /// The effective value: the default for an invalid stored value.
    ///
    /// A listener receives changes, so that this is not a dependency. Throws ``ContainerError`` if the store
    /// cannot be read.
    func effectiveValue(of definition: PreferenceDefinition) throws -> PlainValue {
        do { return try storedValue(of: definition) ?? definition.defaultValue } catch let error as ContainerError
            where error.code == .invalidPreference
        {
            return definition.defaultValue
        }
    }

    /// The value in the store, under the current key or the former one, from which it is moved if the store supports it.
    func storedValue(of definition: PreferenceDefinition) throws -> PlainValue? {
        let store = try store(of: definition)
        if let value = try read(definition, definition.key, store) { return value }
        guard let former = definition.formerKey else { return nil }
        let value = try read(definition, former, store)
        let isMoved = value == nil || move(former, of: definition, in: store)
        // Another thread or process may have set or moved it meanwhile, and that value is newer.
        return try read(definition, definition.key, store) ?? (isMoved ? nil : value)
    }

    /// Moves a value to the current key; false if the store fails, which is reported once and not retried.
    private func move(_ former: String, of definition: PreferenceDefinition, in store: any PreferenceStore) -> Bool {
        guard context.preferences.mayMove(definition) else { return false }
        do {
            try store.move(former, to: definition.key)
            return true
        } catch {
            if context.preferences.recordFailedMove(of: definition, "\(error)") {
                let warning = Diagnostic.failedMove(definition, from: former, error)
                reports.diagnostics.report(secrets.masked([warning]))
            }
            return false
        }
    }

    /// Sets a preference and calls hooks; null resets it.
    func set(_ definition: PreferenceDefinition, to value: PlainValue) throws {
        guard value != .null else { return try reset(definition) }
        let accepted = try checked(value, for: definition)
        try change(definition, to: accepted) { store in
            try access(definition, definition.key) { try store.write(accepted, for: definition.key) }
            if let former = definition.formerKey { try access(definition, former) { try store.remove(former) } }
        }
    }

    /// A value in the preference's type; throws ``ContainerError`` if the preference does not accept it.
    func checked(_ value: PlainValue, for definition: PreferenceDefinition) throws -> PlainValue {
        let accepted: PlainValue
        do { accepted = try definition.accepted(value) } catch let mismatch as PreferenceMismatch {
            throw ContainerError(.notTaken(definition, mismatch))
        }
        let refusal: PreferenceRefusal?
        do { refusal = try definition.refusal(of: accepted) } catch {
            throw ContainerError(.failedCheck(definition, accepted, error), underlying: error)
        }
        if let refusal { throw ContainerError(.refused(definition, accepted, refusal)) }
        return accepted
    }

    /// Resets a preference to its default, and calls hooks if the value changes.
    func reset(_ definition: PreferenceDefinition) throws {
        try change(definition, to: nil) { store in
            // The former key first: otherwise a concurrent read would move its value.
            for key in [definition.formerKey, definition.key].compactMap(\.self) {
                try access(definition, key) { try store.remove(key) }
            }
        }
    }

    /// Runs `write`; the container detects its changes, and so do others that use the same store.
    private func change(
        _ definition: PreferenceDefinition, to value: PlainValue?, _ write: (any PreferenceStore) throws -> Void
    ) throws {
        if let scope = context.scope { return try scope.base.change(definition, to: value, write) }
        let store = try store(of: definition)
        let change: PreferenceChange?
        if let base = context.base {
            let old = try? effectiveValue(of: definition)
            try write(store)
            let new = try? effectiveValue(of: definition)
            // The generation below an override detects the change itself, and calls its hooks, if it uses the same store.
            let isShared = (try? base.store(of: definition)) === store
            change = isShared ? nil : PreferenceChange(of: definition, from: old, to: new)
        } else {
            change = try context.preferences.writing(value, definition, in: self) { try write(store) }
        }
        store.announceChange()
        if let change { try hookRunner.tell(of: change) }
    }

    private func read(
        _ definition: PreferenceDefinition, _ key: String, _ store: any PreferenceStore
    ) throws -> PlainValue? {
        do {
            do {
                return try access(definition, key) { try store.read(key) }.map { try definition.accepted($0) }
            } catch let error as UnreadablePreference {
                guard let date = error.date else { throw error }
                return try definition.accepted(date)
            }
        } catch let mismatch as PreferenceMismatch {
            throw ContainerError(.wrongStored(definition, key: key, mismatch))
        } catch let error as UnreadablePreference {
            let mismatch = PreferenceMismatch(expected: definition.expectation, found: error.found)
            throw ContainerError(.wrongStored(definition, key: key, mismatch))
        }
    }

    /// Calls a store; its errors name the store.
    private func access<R>(_ definition: PreferenceDefinition, _ key: String, _ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as UnreadablePreference { throw error } catch {
            throw ContainerError(.failedStore(definition, key: key, error), underlying: error)
        }
    }

    func store(of definition: PreferenceDefinition) throws -> any PreferenceStore {
        let preferences = plan.graph.preferences
        if let store = preferences.store(of: definition) { return store }
        let missing = definition.stores.first { preferences.store(named: $0) == nil } ?? definition.storeNames
        throw ContainerError(.unknownStore(missing, definition, known: preferences.storeNames))
    }
}

extension HookRunner {
    /// Calls the hooks of a change; throws ``ContainerError`` if one fails, or if they change the preference again.
    func tell(of change: PreferenceChange) throws {
        guard !plan.hooks(ofPreference: change.name).isEmpty else { return }
        try Resolution.current.changing(.preference, change.name) {
            try preferenceChanged(change.name, new: change.new, old: change.old)
        }
    }
}

extension Generation {
    /// Whether there are listeners of changes from the start.
    var wantsPreferences: Bool { !plan.graph.preferences.definitions.isEmpty && !plan.hooks.hooks(.preference).isEmpty }
}
