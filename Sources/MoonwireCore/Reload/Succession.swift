import MoonwireValues

/// Which instances of a generation go on in the next one, and why the others do not.
struct Succession {
    /// What the next generation is for.
    enum Purpose {
        /// To take the place of the old one: services may say what a reload does with their instances, and what the
        /// application supplied goes on.
        case reload
        /// To serve a task beside it: what is replaced there is replaced, whoever made it.
        case override
    }

    /// Why an instance does not go on.
    enum Reason: Sendable {
        case removed
        case changed
        case function
        /// The service asks for it: `reload = "rebuild"`.
        case rebuild
        /// The service at this old place, which this one needs, does not go on.
        case need(Int)
    }

    /// By old place: why it does not go on; nil for what does.
    private(set) var reasons: [Reason?]
    /// By old place: where it goes on.
    private(set) var places: [Int?]
    /// By old place: where the same id stands, whether its instance goes on or not.
    let counterparts: [Int?]
    /// The services whose definitions are not equal, by old place.
    private(set) var changed: [Int] = []
    /// What the application supplied, and what does not fit any more, by old place.
    private(set) var misfits: [Int] = []
    private let purpose: Purpose
    private let old: Generation
    private let hooks: HookPlan
    /// The old places of what goes on whatever its definition says, as the application supplied it.
    private let supplied: Set<Int>
    private let tracesAreEqual: Bool
    private let graph: DefinitionGraph
    /// What old instances were seen to ask for, by place; few are.
    private let seen: [Int: Observations.Seen]

    /// - Parameter graph: What comes after the old generation.
    init(from old: Generation, to graph: DefinitionGraph, traces: Reading.Traces, for purpose: Purpose) {
        self.purpose = purpose
        self.old = old
        self.graph = graph
        supplied = purpose == .reload ? old.instances.supplied : []
        hooks = HookPlan(graph)
        tracesAreEqual = old.traces == traces
        let definitions = old.graph.definitions
        seen = old.observations.all
        counterparts = Self.counterparts(of: definitions, in: graph.index)
        places = counterparts
        reasons = Array(repeating: nil, count: definitions.count)
        var comparison = DefinitionComparison(
            from: old.parameters.evaluator, to: graph.evaluator, tracesAreEqual: tracesAreEqual)
        for place in definitions.indices { compare(place, &comparison) }
        spread()
        for place in reasons.indices where reasons[place] != nil { places[place] = nil }
    }

    private static func counterparts(of definitions: [Definition], in index: NameIndex) -> [Int?] {
        // Few edits change the order: each most likely stands behind the one before.
        var likely = 0
        return definitions.map { definition in
            let place = index[definition.id, likely: likely]
            if let place { likely = place + 1 }
            return place
        }
    }

    private mutating func compare(_ place: Int, _ comparison: inout DefinitionComparison) {
        guard let next = places[place] else {
            reasons[place] = .removed
            return
        }
        let (before, after) = (old.graph.definitions[place], graph.definitions[next])
        let difference = comparison.difference(before, after)
        if difference == .definition { changed.append(place) }
        guard before.scope == after.scope else {
            reasons[place] = .changed
            return
        }
        if goesOnSupplied(place) {
            if difference != nil, !fits(place, next) { misfits.append(place) }
            return
        }
        switch policy(of: after) {
        case .keep: if difference != nil, !fits(place, next) { reasons[place] = .changed }
        case .rebuild: reasons[place] = .rebuild
        case .auto:
            switch difference {
            case .definition: reasons[place] = .changed
            case .function: reasons[place] = .function
            case nil where needsOther(place, next): reasons[place] = .changed
            case nil: reasons[place] = reasonOfSeen(place, &comparison) ?? reasonOfHooks(place, next)
            }
        }
    }

    private func policy(of definition: Definition) -> ReloadPolicy {
        purpose == .reload ? definition.reload : .auto
    }

    /// Whether an old instance, if there is one, has the type of the new service, as far as that is known.
    private func fits(_ place: Int, _ next: Int) -> Bool {
        guard let instance = old.heldInstance(at: place) else { return true }
        if case .swift(let factory) = graph.definitions[next].construction { return factory.caster.accepts(instance) }
        return graph.serviceTypes[next]?.exposure?.casters.first?.accepts(instance) ?? true
    }

    private func goesOnSupplied(_ place: Int) -> Bool { !supplied.isEmpty && supplied.contains(place) }

    /// An instance is what its `created` hooks made of it. Closures of the application stay the same, functions of scripts
    /// only as long as nothing that they may have read has changed.
    private func reasonOfHooks(_ place: Int, _ next: Int) -> Reason? {
        if old.hooks.isEmpty, hooks.isEmpty { return nil }
        let service = old.services[place]
        let before = service.hooks?.created ?? []
        let after = hooks.hooks(of: graph.definitions[next], at: next, service.exposure)?.created ?? []
        let isSame = before.elementsEqual(after) { one, other in
            let (one, other) = (one.planned.hook.function, other.planned.hook.function)
            return one === other || tracesAreEqual && !(other is SwiftHook)
        }
        return isSame ? nil : before.count == after.count ? .function : .changed
    }

    /// Whether a reference, which is the same by now, leads to a service that was not there before, or is not there any more.
    private func needsOther(_ place: Int, _ next: Int) -> Bool {
        let (before, after) = (old.graph.needs[place].edges, graph.needs[next].edges)
        guard before.count == after.count else { return true }
        return before.indices.contains { (before[$0].target == nil) != (after[$0].target == nil) }
    }

    /// What is different now of all that an instance was seen to ask for.
    private func reasonOfSeen(_ place: Int, _ comparison: inout DefinitionComparison) -> Reason? {
        guard !seen.isEmpty, let seen = seen[place] else { return nil }
        if readsOther(seen, &comparison) || collectsOther(seen) { return .changed }
        return slotReason(seen, &comparison)
    }

    /// Whether a parameter that was read during the build has another value.
    private func readsOther(_ seen: Observations.Seen, _ comparison: inout DefinitionComparison) -> Bool {
        seen.parameters.contains { name in
            let parameter = WiredValue.parameter(ParameterReference(name))
            return !comparison.isSame(parameter, parameter)
        }
    }

    /// Whether other services have a tag by which some were collected during the build.
    private func collectsOther(_ seen: Observations.Seen) -> Bool {
        seen.tags.contains { tag in
            old.graph.tags.members(of: tag).map(\.id) != graph.tags.members(of: tag).map(\.id)
        }
    }

    /// Whether rules put something else into the slots of an instance.
    private func slotReason(_ seen: Observations.Seen, _ comparison: inout DefinitionComparison) -> Reason? {
        let books = (old.graph.rules, graph.rules)
        guard !books.0.rules.isEmpty || !books.1.rules.isEmpty else { return nil }
        for table in seen.slots.values {
            for field in table.fields {
                let subject = table.subject(field)
                for saysItself in [false, true] {
                    let before = books.0.decisive(for: subject, saysItself: saysItself).map { books.0.rules[$0] }
                    let after = books.1.decisive(for: subject, saysItself: saysItself).map { books.1.rules[$0] }
                    switch comparison.difference(before, after) {
                    case .definition: return .changed
                    case .function: return .function
                    case nil: if refersElsewhere(after) { return .changed }
                    }
                }
            }
        }
        return nil
    }

    /// Whether a rule refers to a service that was not there before, or is not there any more.
    private func refersElsewhere(_ rule: Rule?) -> Bool {
        var isOther = false
        rule?.value?.visitReferences { reference, _ in
            if (old.graph.index[reference.id] == nil) != (graph.index[reference.id] == nil) { isOther = true }
        }
        return isOther
    }

    /// What needs something that does not go on does not go on either, however far away.
    private mutating func spread() {
        guard reasons.contains(where: { $0 != nil }) else { return }
        var dependents = Dependents(count: reasons.count, links: old.graph.needs.reduce(0) { $0 + $1.edges.count })
        for place in reasons.indices { visitNeeds(of: place) { dependents.add(place, needing: $0) } }
        var open = reasons.indices.filter { reasons[$0] != nil }
        while let place = open.popLast() {
            for dependent in dependents.of(place) where reasons[dependent] == nil && isBound(dependent) {
                reasons[dependent] = .need(place)
                open.append(dependent)
            }
        }
    }

    /// A service that is kept whatever changes, or that the application supplied, does not follow its needs.
    private func isBound(_ place: Int) -> Bool {
        guard let next = places[place] else { return true }
        return policy(of: graph.definitions[next]) != .keep && !goesOnSupplied(place)
    }

    /// The places that an instance holds; what it asks a provider for comes from the generation of the day.
    private func visitNeeds(of place: Int, _ visit: (Int) -> Void) {
        let edges = old.graph.needs[place].edges
        for number in edges.indices where edges[number].reference.kind != .provider {
            if let target = edges[number].target { visit(target) }
        }
        guard !seen.isEmpty, let seen = seen[place] else { return }
        for need in seen.services { visit(need) }
    }

    /// The new places of the services that were not there before.
    var added: [Int] {
        var isNew = Array(repeating: true, count: graph.definitions.count)
        for case let place? in counterparts { isNew[place] = false }
        return isNew.indices.filter { isNew[$0] }
    }

    /// The ids on the way from a service to the one because of which it does not go on; the first ones of a long way.
    func path(from place: Int) -> [String] {
        var ids: [String] = []
        var next: Int? = place
        while let current = next {
            guard ids.count < [String].longestShownPath else { return ids + ["…"] }
            ids.append(old.graph.definitions[current].id)
            next = if case .need(let need)? = reasons[current] { need } else { nil }
        }
        return ids
    }
}

/// Who needs what, the wrong way round, in two arrays however many there are.
private struct Dependents {
    private var first: [Int]
    private var links: [(dependent: Int, next: Int)] = []

    /// - Parameter links: About how many there will be.
    init(count: Int, links room: Int) {
        first = Array(repeating: -1, count: count)
        links.reserveCapacity(room)
    }

    mutating func add(_ dependent: Int, needing place: Int) {
        links.append((dependent, first[place]))
        first[place] = links.count - 1
    }

    func of(_ place: Int) -> some Sequence<Int> {
        sequence(state: first[place]) { link in
            guard link >= 0 else { return nil }
            defer { link = links[link].next }
            return links[link].dependent
        }
    }
}
