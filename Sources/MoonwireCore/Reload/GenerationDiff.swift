import MoonwireValues

/// Which instances of a generation go on in the next one, and why the others do not.
struct GenerationDiff {
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
        /// The service at this old position, which this one needs, does not go on.
        case need(Int)
    }

    /// By old position: why it does not go on; nil for what does.
    private(set) var reasons: [Reason?]
    /// By old position: where it goes on.
    private(set) var positions: [Int?]
    /// By old position: where the same id stands, whether its instance goes on or not.
    let counterparts: [Int?]
    /// Whether ids are defined that were not before.
    let hasNewIDs: Bool
    /// The services whose definitions are not equal, by old position.
    private(set) var changed: [Int] = []
    /// What the application supplied, and what does not fit any more, by old position.
    private(set) var misfits: [Int] = []
    private let purpose: Purpose
    let old: Generation
    private let hooks: HookPlan
    /// The old positions of what goes on whatever its definition says, as the application supplied it.
    private(set) var supplied: Set<Int>
    /// By the position of a service before the reload: its place afterward, if its instance may be kept.
    private let destinations: [Int?]
    private let tracesAreEqual: Bool
    let graph: DefinitionGraph
    /// What old instances were seen to ask for, by position; few are.
    let seen: [Int: RuntimeDependencyLog.Entry]
    let otherFinds = OtherFinds()
    /// The services whose definitions have functions of scripts in them, or may have them, by old position.
    private(set) var scripted: [Int] = []

    /// - Parameter graph: What comes after the old generation.
    init(from old: Generation, to graph: DefinitionGraph, traces: Reading.Traces, for purpose: Purpose) {
        self.purpose = purpose
        self.old = old
        self.graph = graph
        supplied = purpose == .reload ? old.instances.supplied : []
        hooks = HookPlan(graph)
        tracesAreEqual = old.traces == traces
        let definitions = old.graph.definitions
        seen = old.dependencyLog.all
        counterparts = Self.counterparts(of: definitions, in: graph.index)
        hasNewIDs = counterparts.count { $0 != nil } < graph.definitions.count
        destinations = purpose == .reload ? Self.successors(of: definitions, in: graph, counterparts) : counterparts
        positions = destinations
        reasons = Array(repeating: nil, count: definitions.count)
        var comparison = comparison(to: graph.evaluator)
        for position in definitions.indices { compare(position, &comparison) }
        spread()
        for position in reasons.indices where reasons[position] != nil { positions[position] = nil }
    }

    /// Compares by the parameters of the old generation and those given.
    func comparison(to evaluator: ParameterEvaluator) -> DefinitionComparison {
        DefinitionComparison(
            from: old.parameters.evaluator, to: evaluator, tracesAreEqual: tracesAreEqual,
            namesAreCurrent: old.namesAreCurrent)
    }

    private static func counterparts(of definitions: [Definition], in index: NameIndex) -> [Int?] {
        // Few edits change the order: each most likely stands behind the one before.
        var likely = 0
        return definitions.map { definition in
            let position = index[definition.id, likely: likely]
            if let position { likely = position + 1 }
            return position
        }
    }

    /// Where instances may go on: what decorators wrap stays what it is, however many wrap it and whatever its id is then.
    private static func successors(
        of definitions: [Definition], in graph: DefinitionGraph, _ counterparts: [Int?]
    ) -> [Int?] {
        zip(definitions, counterparts).map { definition, counterpart in
            if definition.decorates == nil {
                let outermost = definition.isWrapped ? graph.index[definition.outermostID] : counterpart
                return outermost.map { graph.original(ofServiceAt: $0) }
            }
            return counterpart.flatMap { graph.definitions[$0].decorates == nil ? nil : $0 }
        }
    }

    private mutating func compare(_ position: Int, _ comparison: inout DefinitionComparison) {
        guard let next = positions[position] else {
            reasons[position] = counterparts[position] == nil ? .removed : .changed
            if counterparts[position] != nil { changed.append(position) }
            return
        }
        let (before, after) = (old.graph.definitions[position], graph.definitions[next])
        let difference = comparison.difference(before, after)
        // What is kept under another id is wrapped by other decorators: whoever asks for the id gets something else.
        if difference == .definition || next != counterparts[position] { changed.append(position) }
        if comparison.meetsFunctions || hasScriptHooks(position) || after.reload == .keep { scripted.append(position) }
        guard before.scope == after.scope else {
            if goesOnSupplied(position) { misfits.append(position) }
            reasons[position] = .changed
            return
        }
        if goesOnSupplied(position) {
            if difference != nil, after.isAlias || !fits(position, next) { misfits.append(position) }
            return
        }
        switch policy(of: after) {
        case .keep: if difference != nil, !fits(position, next) { reasons[position] = .changed }
        case .rebuild: reasons[position] = .rebuild
        case .auto:
            switch difference {
            case .definition: reasons[position] = .changed
            case .function: reasons[position] = .function
            case nil where needsOther(position, next): reasons[position] = .changed
            case nil:
                reasons[position] =
                    seen[position].flatMap { reason(of: $0, &comparison) } ?? reasonOfHooks(position, next)
            }
        }
    }

    private func policy(of definition: Definition) -> ReloadPolicy {
        purpose == .reload ? definition.reload : .auto
    }

    /// Whether an old instance, if there is one, has the type of the new service, as far as that is known.
    private func fits(_ position: Int, _ next: Int) -> Bool {
        old.heldInstance(at: position).map { accepts($0, next) } ?? true
    }

    private func accepts(_ instance: AnyObject, _ next: Int) -> Bool {
        if case .swift(let factory) = graph.definitions[next].construction {
            return factory.callable.caster.accepts(instance)
        }
        return graph.serviceTypes[next]?.exposure?.casters.first?.accepts(instance) ?? true
    }

    /// The type that an instance of the service at a new position must have; `Any` if that is not known.
    func requiredType(at next: Int) -> Any.Type {
        if case .swift(let factory) = graph.definitions[next].construction { return factory.product.targetType }
        return graph.serviceTypes[next]?.exposure?.casters.first?.targetType ?? Any.self
    }

    /// Lets an instance go on that the application has supplied since, whatever has changed; false when it does not fit.
    mutating func supply(_ instance: AnyObject, at position: Int) -> Bool {
        guard let next = destinations[position] else { return true }
        let definition = graph.definitions[next]
        guard definition.scope == .shared, !definition.isAlias, accepts(instance, next) else { return false }
        supplied.insert(position)
        reasons[position] = nil
        positions[position] = next
        return true
    }

    func destination(of position: Int) -> Int? { destinations[position] }

    private func goesOnSupplied(_ position: Int) -> Bool { !supplied.isEmpty && supplied.contains(position) }

    /// An instance is what its `created` hooks made of it. Closures of the application stay the same, functions of scripts
    /// only as long as nothing that they may have read has changed.
    private func reasonOfHooks(_ position: Int, _ next: Int) -> Reason? {
        if old.hooks.isEmpty, hooks.isEmpty { return nil }
        let service = old.services[position]
        let before = service.hooks?.created ?? []
        let after = hooks.hooks(of: graph.definitions[next], at: next, service.exposure)?.created ?? []
        let isSame = before.elementsEqual(after) { one, other in
            let (one, other) = (one.planned.hook.function, other.planned.hook.function)
            return one === other || tracesAreEqual && !(other is SwiftHook)
        }
        guard isSame else { return before.count == after.count ? .function : .changed }
        // Hooks are told the tags.
        return after.isEmpty || service.tagNames == graph.definitions[next].tagNames ? nil : .changed
    }

    /// Whether a function of a script has a hand in what is built.
    private func hasScriptHooks(_ position: Int) -> Bool {
        old.services[position].hooks?.created.contains { !($0.planned.hook.function is SwiftHook) } ?? false
    }

    /// Whether a reference, which is the same by now, leads to a service that was not there before, or is not there any more.
    private func needsOther(_ position: Int, _ next: Int) -> Bool {
        let (before, after) = (old.graph.dependencies[position].edges, graph.dependencies[next].edges)
        guard before.count == after.count else { return true }
        return before.indices.contains { (before[$0].target == nil) != (after[$0].target == nil) }
    }

    /// What needs something that does not go on does not go on either, however far away.
    private mutating func spread() {
        // An instance that is kept under another id is wrapped by other decorators now: who asked for it needs those.
        let moved = Set(reasons.indices.filter { reasons[$0] == nil && positions[$0] != counterparts[$0] })
        let open = moved.sorted() + reasons.indices.filter { reasons[$0] != nil }
        guard !open.isEmpty else { return }
        // A copy, as what is visited changes.
        let dependents = dependents
        dependents.spread(from: open) { dependent, position in
            guard reasons[dependent] == nil, isBound(dependent) else { return false }
            // One that was moved may need who needs it, lazily: it is where the reasons of all others end.
            reasons[dependent] = moved.contains(dependent) ? .changed : .need(position)
            return true
        }
    }

    /// Who needs whom, of the old generation.
    var dependents: Dependents {
        var dependents = Dependents(
            count: reasons.count, links: old.graph.dependencies.reduce(0) { $0 + $1.edges.count })
        for position in reasons.indices {
            visitNeeds(of: position, seen[position]) { dependents.add(position, needing: $0) }
        }
        return dependents
    }

    /// Decides that an instance does not go on after all, as somebody looked again.
    mutating func refuse(_ position: Int, _ reason: Reason) {
        if reasons[position] == nil { reasons[position] = reason }
        positions[position] = nil
    }

    /// A service that is kept whatever changes, or that the application supplied, does not follow its needs.
    func isBound(_ position: Int) -> Bool {
        guard let next = positions[position] else { return true }
        return policy(of: graph.definitions[next]) != .keep && !goesOnSupplied(position)
    }

    /// The places that an instance holds; what it asks a provider for comes from the generation of the day.
    func visitNeeds(of position: Int, _ seen: RuntimeDependencyLog.Entry?, _ visit: (Int) -> Void) {
        let edges = old.graph.dependencies[position].edges
        for number in edges.indices where edges[number].reference.kind != .provider {
            if let target = edges[number].target { visit(target) }
        }
        for need in (seen?.services ?? []).sorted() { visit(need) }
    }

    /// The new positions of the services that were not there before.
    var added: [Int] {
        var isNew = Array(repeating: true, count: graph.definitions.count)
        for case let position? in counterparts { isNew[position] = false }
        return isNew.indices.filter { isNew[$0] }
    }

    /// The ids on the way from a service to the one because of which it does not go on; the first ones of a long way.
    func path(from position: Int) -> [String] {
        var ids: [String] = []
        var next: Int? = position
        while let current = next {
            guard ids.count < [String].longestShownPath else { return ids + ["…"] }
            ids.append(old.graph.definitions[current].id)
            next = if case .need(let need)? = reasons[current] { need } else { nil }
        }
        return ids
    }
}

extension Definition {
    fileprivate var isAlias: Bool { if case .alias = construction { true } else { false } }
}
