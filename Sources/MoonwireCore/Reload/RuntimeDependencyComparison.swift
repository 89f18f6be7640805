import MoonwireSupport
import MoonwireValues

/// Whether the runtime dependencies of instances have changed.
struct RuntimeDependencyComparison {
    private let old: Generation
    private let graph: DefinitionGraph
    private let mapping: PositionMapping
    /// The runtime dependencies of old instances, by position; few have any.
    let seen: [Int: RuntimeDependencyLog.Entry]
    private let otherFinds = OtherFinds()
    /// Whether an instance that was built from another environment has changed.
    private let comparesEnvironment: Bool

    init(from old: Generation, to graph: DefinitionGraph, _ mapping: PositionMapping, comparesEnvironment: Bool) {
        self.old = old
        self.graph = graph
        self.mapping = mapping
        self.comparesEnvironment = comparesEnvironment
        seen = old.runtimeDependencies
    }

    /// The changes of all runtime dependencies of the instance at an old position, besides the services themselves.
    func reason(
        of seen: RuntimeDependencyLog.Entry, at position: Int, _ comparison: inout DefinitionComparison
    ) -> GenerationDiff.Reason? {
        if asksOther(seen) || readsOther(seen, &comparison) || collectsOther(seen) { return .changed }
        return slotReason(seen, &comparison) ?? resourceReason(seen, at: position, &comparison)
    }

    /// Whether an id or a type now refers to another service, or to one where there was none.
    private func asksOther(_ seen: RuntimeDependencyLog.Entry) -> Bool {
        let hasOther = seen.ids.contains { id, position in
            let before = mapping.counterparts[position]
            return graph.table.target(of: id) != before && before != nil
        }
        return hasOther || seen.missingIDs.isIncomplete && mapping.hasNewIDs
            || seen.missingIDs.names.contains { graph.table.target(of: $0) != nil }
            || seen.types.contains { type in
                otherFinds.answer(.type(type)) {
                    old.wholePlan.graph.providers(of: type).map { mapping.counterparts[$0] }
                        != graph.providers(of: type)
                }
            }
    }

    /// Whether a parameter, a preference, a variable, or a file that was read during the build has changed.
    private func readsOther(_ seen: RuntimeDependencyLog.Entry, _ comparison: inout DefinitionComparison) -> Bool {
        if comparesEnvironment, seen.environment.contains(where: { readsOther($0.key, $0.value) }) { return true }
        if prefersOther(seen) { return true }
        if seen.missingParameters.isIncomplete { return true }
        return seen.parameters.union(seen.missingParameters.names).sorted().contains { name in
            let parameter = WiredValue.parameter(ParameterReference(name))
            return !comparison.isSame(parameter, parameter)
        }
    }

    /// Whether a variable, or the file that it names, has changed.
    private func readsOther(_ reading: EnvironmentReading, _ digest: TextDigest?) -> Bool {
        otherFinds.answer(.environment(reading, digest)) { old.wholePlan.graph.variables.digest(of: reading) != digest }
    }

    /// Whether a preference that was read during the build has another default, other constraints, or another key or store.
    private func prefersOther(_ seen: RuntimeDependencyLog.Entry) -> Bool {
        let (before, after) = (old.wholePlan.graph.preferences, graph.preferences)
        return seen.missingPreferences.isIncomplete
            || seen.preferences.union(seen.missingPreferences.names).contains { name in
                switch (before[name], after[name]) {
                case (let one?, let other?): !one.readsLike(other)
                case (nil, nil): false
                default: true
                }
            }
    }

    /// Whether a tag that was collected during the build now has other services.
    private func collectsOther(_ seen: RuntimeDependencyLog.Entry) -> Bool {
        seen.missingTags.isIncomplete
            || seen.tags.union(seen.missingTags.names).contains { tag in
                otherFinds.answer(.tag(tag)) {
                    old.wholePlan.graph.tags.members(of: tag).map(\.id) != graph.tags.members(of: tag).map(\.id)
                }
            }
    }

    /// Whether rules inject other values into the slots of an instance.
    private func slotReason(_ seen: RuntimeDependencyLog.Entry, _ comparison: inout DefinitionComparison)
        -> GenerationDiff.Reason?
    {
        let books = (old.wholePlan.graph.rules, graph.rules)
        guard !books.0.rules.isEmpty || !books.1.rules.isEmpty else { return nil }
        for (key, table) in seen.slots {
            if comparison.equalSlots.contains(key) { continue }
            if let reason = slotReason(table, &comparison) { return reason }
            comparison.equalSlots.insert(key)
        }
        return nil
    }

    private func slotReason(_ table: SlotTable, _ comparison: inout DefinitionComparison) -> GenerationDiff.Reason? {
        let books = (old.wholePlan.graph.rules, graph.rules)
        for field in table.fields {
            let subject = table.subject(field)
            for saysItself in [false, true] {
                let before = books.0.decisive(for: subject, saysItself: saysItself).map { books.0.rules[$0] }
                let after: InjectionRule?
                do {
                    after = try books.1.decisiveOrThrow(for: subject, saysItself: saysItself).map { books.1.rules[$0] }
                } catch { return .changed }
                if let reason = reason(before, after, &comparison) { return reason }
            }
        }
        return nil
    }

    /// Whether the implementation of an instance has other resources; any one of its class, if its definition does not say which.
    private func resourceReason(
        _ seen: RuntimeDependencyLog.Entry, at position: Int, _ comparison: inout DefinitionComparison
    ) -> GenerationDiff.Reason? {
        let before = old.wholePlan.graph
        for table in seen.slots.values {
            let resources = table.fields.filter { $0.slot.kind == .resource }
            guard !resources.isEmpty else { continue }
            let owners = table.ownerNames
            let names =
                before.implementation(ofServiceAt: position).map { [$0] }
                ?? before.implementations.names(of: owners).union(graph.implementations.names(of: owners)).sorted()
            for field in resources {
                for name in names {
                    let rules = [before, graph].map { graph in
                        graph.rules.resource(field.name, in: name, of: owners).map { graph.rules.rules[$0] }
                    }
                    if let reason = reason(rules[0], rules[1], &comparison) { return reason }
                }
            }
        }
        return nil
    }

    /// Why an instance with a slot that one rule fills is not one that the other rule would have filled.
    private func reason(
        _ before: InjectionRule?, _ after: InjectionRule?, _ comparison: inout DefinitionComparison
    ) -> GenerationDiff.Reason? {
        switch comparison.difference(before, after) {
        case .definition: .changed
        case .function: .function
        case nil: refersElsewhere(after) ? .changed : nil
        }
    }

    /// Whether a rule refers to a service that was added or removed.
    private func refersElsewhere(_ rule: InjectionRule?) -> Bool {
        var isOther = false
        rule?.value?.visitReferences { reference, _ in
            if (old.wholePlan.graph.table.index[reference.id] == nil) != (graph.table.index[reference.id] == nil) {
                isOther = true
            }
        }
        return isOther
    }
}

/// Answers to questions about runtime dependencies, computed once for all instances.
private final class OtherFinds: Sendable {
    enum Question: Hashable {
        case type(ObjectIdentifier)
        case tag(String)
        case environment(EnvironmentReading, TextDigest?)
    }

    private let answers = Lock<[Question: Bool]>([:])

    func answer(_ question: Question, _ compare: () -> Bool) -> Bool {
        if let known = answers.withLock({ $0[question] }) { return known }
        let answer = compare()
        answers.withLock { $0[question] = answer }
        return answer
    }
}
