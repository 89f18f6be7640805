import MoonwireValues

/// Defaults must satisfy the constraints of their preferences, stores must exist, and no two preferences may share a key.
enum PreferenceDefinitionCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let book = graph.preferences
        let sound = book.definitions.filter { !$0.isFaulty }
        let faults = sound.flatMap { definition in
            (fields(definition, graph.layers.functionTime) + stores(definition, book, graph)).map { fault in
                var fault = fault
                fault.called(from: definition.origin.caller)
                return fault
            }
        }
        return faults + keys(sound, book) + graph.layers.all.flatMap { book.unusedStores(of: $0, .warning) }
    }

    /// The fault of the constraint itself, or else of the default.
    private static func fields(_ definition: PreferenceDefinition, _ time: CPUTimeLimit) -> [Diagnostic] {
        let faults = limits(definition) + choices(definition)
        return faults.isEmpty ? defaults(definition, time) : faults
    }

    private static func limits(_ definition: PreferenceDefinition) -> [Diagnostic] {
        let limits = [("min", definition.minimum), ("max", definition.maximum)]
        let faults = limits.compactMap { field, limit -> Diagnostic? in
            guard let limit else { return nil }
            if definition.kind != .integer, definition.kind != .number { return .limitsOfNoNumber(field, definition) }
            if (try? definition.typed(limit)) != nil { return nil }
            return .wrongField(field, definition, mismatch(definition, limit))
        }
        guard faults.isEmpty, let minimum = definition.minimum?.magnitude, let maximum = definition.maximum?.magnitude,
            !(minimum <= maximum)
        else { return faults }
        return [.crossedLimits(definition)]
    }

    private static func choices(_ definition: PreferenceDefinition) -> [Diagnostic] {
        guard let choices = definition.choices else { return [] }
        if choices.isEmpty { return [.noChoices(definition)] }
        return choices.compactMap { choice in
            if (try? definition.typed(choice)) != nil { return nil }
            return .wrongField("one_of", definition, mismatch(definition, choice))
        }
    }

    /// The fault of a value in a constraint.
    private static func mismatch(_ definition: PreferenceDefinition, _ value: PlainValue) -> PreferenceMismatch {
        PreferenceMismatch(expected: definition.kind.phrase, found: value.phrase)
    }

    private static func defaults(_ definition: PreferenceDefinition, _ time: CPUTimeLimit) -> [Diagnostic] {
        guard definition.hasDefault else { return [] }
        do {
            let value = try definition.accepted(definition.defaultValue)
            guard let check = definition.check else { return [] }
            // The reason contains the name of the preference already.
            if time.isUsedUp { return [] }
            let refusal = try time.measure {
                try check.refusal(of: value)
            } exceeding: {
                .functionsTookTooLong(definition.phrase, limit: $0, at: definition.location(of: "check"))
            }
            return refusal.map { [.refusedDefault(definition, $0)] } ?? []
        } catch let error as ContainerError where time.isUsedUp {
            return error.diagnostics
        } catch let mismatch as PreferenceMismatch {
            return [.wrongField("default", definition, mismatch)]
        } catch {
            return [.failedCheck(definition, definition.defaultValue, error)]
        }
    }

    /// Without the application, any store may be registered.
    private static func stores(
        _ definition: PreferenceDefinition, _ book: PreferenceIndex, _ graph: DefinitionGraph
    ) -> [Diagnostic] {
        let isKnown = graph.types?.isOfProgram == true
        var seen: Set<String> = []
        return definition.stores.compactMap { name in
            if !seen.insert(name).inserted { return .repeatedStore(name, definition) }
            if book.hasStore(named: name) { return nil }
            return isKnown
                ? .unknownStore(name, definition, known: book.storeNames) : .storeOfTheApplication(name, definition)
        }
    }

    /// A key of a store: two store names may refer to the same store.
    private struct StorageKey: Hashable {
        let store: ObjectIdentifier?
        let name: String?
        let key: String
    }

    private static func keys(_ definitions: [PreferenceDefinition], _ book: PreferenceIndex) -> [Diagnostic] {
        var users: [StorageKey: (PreferenceDefinition, field: String)] = [:]
        var faults: [Diagnostic] = []
        for (definition, name) in definitions.flatMap({ definition in
            Set(definition.stores).sorted().map { (definition, $0) }
        }) {
            let store = book.registeredStore(named: name)
            for (field, key) in [("key", definition.key as String?), ("from", definition.formerKey)] {
                guard let key else { continue }
                let storageKey = StorageKey(
                    store: store.map { ObjectIdentifier($0) }, name: store == nil ? name : nil, key: key)
                if let (other, otherField) = users[storageKey] {
                    // Those of one table are sorted by name; the last one has the fault.
                    let isWrittenFirst = definition.isBefore(other)
                    faults.append(
                        isWrittenFirst
                            ? .sharedKey(key, in: name, other, field: otherField, definition, otherField: field)
                            : .sharedKey(key, in: name, definition, field: field, other, otherField: otherField))
                    if isWrittenFirst { users[storageKey] = (definition, field) }
                } else {
                    users[storageKey] = (definition, field)
                }
            }
        }
        return faults
    }
}

extension PreferenceDefinition {
    /// Whether it was written before another one in the same file.
    fileprivate func isBefore(_ other: PreferenceDefinition) -> Bool {
        guard let own = location(), let other = other.location(), own.file == other.file else { return false }
        return own.line < other.line
    }
}
