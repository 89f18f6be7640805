import MoonwireValues

/// Which instances of a generation are carried over to the next one, and why the others are not.
struct GenerationDiff {
    /// The purpose of the next generation.
    enum Purpose {
        /// To replace the old one: `reload` applies, and supplied instances are carried over.
        case reload
        /// To serve a task beside it: replacements apply whatever the source of the instance.
        case override
        /// To build the services at these positions again: `reload` does not apply.
        case reset(Set<Int>)
    }

    /// The old positions of supplied instances, which are carried over whatever their definitions.
    struct Supplies {
        fileprivate(set) var all: Set<Int>
        /// Those that no longer fit.
        fileprivate(set) var mismatched: [Int] = []
    }

    /// The old positions of services whose setters and calls run again instead of a replacement.
    private struct RepeatedSteps {
        /// Those where this is possible.
        var possible: Set<Int> = []
        /// Those where it happens, if the instance is carried over.
        var needed: Set<Int> = []
        /// Those where the last attempt has failed.
        var unapplied: Set<Int> = []
    }

    /// Why an instance is not carried over.
    enum Reason: Sendable {
        case removed
        case changed
        case function
        /// The definition requires it, with `reload = "rebuild"`, or the application.
        case rebuild
        /// The service at this old position, a dependency, is not carried over.
        case need(Int)
    }

    /// By old position: why it is not carried over; nil if it is.
    private(set) var reasons: [Reason?]
    /// By old position: its new position if it is carried over.
    private(set) var positions: [Int?]
    let mapping: PositionMapping
    /// Nil for most, because copies of this value are frequent.
    private var steps: RepeatedSteps?
    /// The services whose definitions differ, by old position.
    private(set) var changed: [Int] = []
    let purpose: Purpose
    let old: Generation
    private let hooks: HookComparison
    private(set) var supplies: Supplies
    let graph: DefinitionGraph
    let runtime: RuntimeDependencyComparison
    /// The services whose definitions contain functions of scripts, or may contain them, by old position.
    private(set) var scripted: [Int] = []

    /// Compares a generation with the next one, whose graph is `graph`.
    init(from old: Generation, to graph: DefinitionGraph, traces: Reading.Traces, for purpose: Purpose) {
        self.init(from: old, to: graph, tracesAreEqual: old.context.traces == traces, for: purpose)
        var comparison = comparison(to: graph.evaluator)
        for position in old.wholePlan.graph.definitions.indices { compare(position, &comparison) }
        spread()
    }

    /// Compares a generation with one of the same wiring in which some services are built again, with those that need them.
    init(resetting reset: Set<Int>, of old: Generation) {
        self.init(from: old, to: old.wholePlan.graph, tracesAreEqual: true, for: .reset(reset))
        for position in reset { reasons[position] = .rebuild }
        spread()
    }

    /// Everything is carried over, as far as it exists.
    private init(from old: Generation, to graph: DefinitionGraph, tracesAreEqual: Bool, for purpose: Purpose) {
        self.purpose = purpose
        self.old = old
        self.graph = graph
        supplies = Supplies(all: purpose.isOverride ? [] : old.instances.shared.supplied)
        let unapplied = old.instances.shared.unapplied
        if !unapplied.isEmpty { steps = RepeatedSteps(unapplied: unapplied) }
        hooks = HookComparison(from: old, to: graph, tracesAreEqual: tracesAreEqual)
        let definitions = old.wholePlan.graph.definitions
        mapping = PositionMapping(from: definitions, to: graph, followsDecorators: purpose.isReload)
        // Only a reload adopts the environment: an override changes what it names.
        runtime = RuntimeDependencyComparison(from: old, to: graph, mapping, comparesEnvironment: purpose.isReload)
        positions = mapping.destinations
        reasons = Array(repeating: nil, count: definitions.count)
    }

    /// The old positions of services whose setters and calls could not run again.
    var unapplied: Set<Int> { steps?.unapplied ?? [] }

    /// The old positions of services whose instances are carried over, and their setters and calls run again.
    var reapplied: Set<Int> { steps?.needed ?? [] }

    /// Compares with the parameters of the old generation and the given ones.
    func comparison(to evaluator: ParameterEvaluator) -> DefinitionComparison {
        DefinitionComparison(
            from: old.parameters.evaluator, to: evaluator, tracesAreEqual: hooks.tracesAreEqual,
            namesAreCurrent: old.wholePlan.namesAreCurrent)
    }

    private mutating func compare(_ position: Int, _ comparison: inout DefinitionComparison) {
        guard let next = positions[position] else {
            reasons[position] = mapping.counterparts[position] == nil ? .removed : .changed
            if mapping.counterparts[position] != nil { changed.append(position) }
            return
        }
        let (before, after) = (old.wholePlan.graph.definitions[position], graph.definitions[next])
        let difference = comparison.difference(before, after)
        // A service that is kept under another id has other decorators: the id now resolves something else.
        if difference == .definition || next != mapping.counterparts[position] { changed.append(position) }
        if comparison.meetsFunctions || comparison.meetsHandover || hooks.hasScriptHooks(position)
            || after.reload == .keep
        {
            scripted.append(position)
        }
        guard before.scope == after.scope else {
            if goesOnSupplied(position) { supplies.mismatched.append(position) }
            reasons[position] = .changed
            return
        }
        if goesOnSupplied(position) {
            if difference != nil, after.isAlias || !fits(position, next) { supplies.mismatched.append(position) }
            return
        }
        switch policy(of: after) {
        case .keep: if difference != nil, !fits(position, next) { reasons[position] = .changed }
        case .rebuild: reasons[position] = .rebuild
        case .reapply where canRepeatSteps(position, next):
            var steps = steps ?? RepeatedSteps()
            steps.possible.insert(position)
            if difference != nil || needsOther(position, next) || steps.unapplied.contains(position) {
                steps.needed.insert(position)
            }
            self.steps = steps
            reasons[position] = reason(
                comparison.constructionDifference(before, after), position, next, &comparison, withSteps: false)
        case .auto, .drain, .reapply, .pinned:
            // Its steps could not run again; only another attempt would mend that.
            reasons[position] =
                steps?.unapplied.contains(position) == true ? .changed : reason(difference, position, next, &comparison)
        }
    }

    /// Why an instance is not carried over because of a difference, or of what else its build has used.
    @inline(__always) private func reason(
        _ difference: DefinitionComparison.Difference?, _ position: Int, _ next: Int,
        _ comparison: inout DefinitionComparison, withSteps: Bool = true
    ) -> Reason? {
        switch difference {
        case .definition: .changed
        case .function: .function
        case nil where needsOther(position, next, withSteps: withSteps): .changed
        case nil:
            runtime.seen[position].flatMap { runtime.reason(of: $0, at: position, &comparison) }
                ?? hooks.reason(position, next)
        }
    }

    /// Whether a service needs another one only in its steps, which can run again.
    private func repeatsSteps(of position: Int, with need: Int) -> Bool {
        guard let steps, steps.possible.contains(position) else { return false }
        if runtime.seen[position]?.services.contains(need) == true { return false }
        let edges = old.wholePlan.graph.facts.dependencies[position].edges
        return edges.allSatisfy { $0.target != need || $0.reference.kind == .provider || $0.isOfStep }
    }

    private func policy(of definition: Definition) -> ReloadPolicy {
        purpose.isReload ? definition.reload : .auto
    }

    /// Whether an old instance, if there is one, has the type of the new service, as far as it is known.
    private func fits(_ position: Int, _ next: Int) -> Bool {
        old.heldInstance(at: position).map { accepts($0, next) } ?? true
    }

    private func accepts(_ instance: AnyObject, _ next: Int) -> Bool {
        if case .swift(let factory) = graph.definitions[next].construction {
            return factory.callable.caster.accepts(instance)
        }
        return graph.facts.types[next]?.exposure?.casters.first?.accepts(instance) ?? true
    }

    /// The type that an instance of the service at a new position must have; `Any` if it is not known.
    func requiredType(at next: Int) -> Any.Type {
        if case .swift(let factory) = graph.definitions[next].construction { return factory.product.targetType }
        return graph.facts.types[next]?.exposure?.casters.first?.targetType ?? Any.self
    }

    /// Carries over an instance that the application has supplied since, whatever has changed; false if it does not fit.
    mutating func supply(_ instance: AnyObject, at position: Int) -> Bool {
        guard let next = mapping.destinations[position] else { return true }
        let definition = graph.definitions[next]
        guard definition.scope == .shared, !definition.isAlias, accepts(instance, next) else { return false }
        supplies.all.insert(position)
        steps?.needed.remove(position)
        reasons[position] = nil
        positions[position] = next
        return true
    }

    func destination(of position: Int) -> Int? { mapping.destinations[position] }

    private func goesOnSupplied(_ position: Int) -> Bool { !supplies.all.isEmpty && supplies.all.contains(position) }

    /// Whether an unchanged reference now refers to an added or a removed service.
    private func needsOther(_ position: Int, _ next: Int, withSteps: Bool = true) -> Bool {
        let (before, after) = (
            old.wholePlan.graph.facts.dependencies[position].edges, graph.facts.dependencies[next].edges
        )
        if withSteps { return needOthers(before, after) }
        return needOthers(before.filter { !$0.isOfStep }, after.filter { !$0.isOfStep })
    }

    private func needOthers(_ before: [Dependencies.Edge], _ after: [Dependencies.Edge]) -> Bool {
        guard before.count == after.count else { return true }
        return before.indices.contains { (before[$0].target == nil) != (after[$0].target == nil) }
    }

    /// A service with a dependency that is not carried over is not carried over either, however indirect the dependency.
    private mutating func spread() {
        defer {
            for position in reasons.indices where reasons[position] != nil {
                positions[position] = nil
                steps?.needed.remove(position)
            }
        }
        // An instance that is kept under another id now has other decorators: its users need those.
        let moved = Set(reasons.indices.filter { reasons[$0] == nil && positions[$0] != mapping.counterparts[$0] })
        let open = moved.sorted() + reasons.indices.filter { reasons[$0] != nil }
        guard !open.isEmpty else { return }
        // A copy, because the original changes during the traversal.
        let dependents = dependents
        dependents.spread(from: open) { dependent, position in
            guard reasons[dependent] == nil, isBound(dependent) else { return false }
            if repeatsSteps(of: dependent, with: position) {
                steps?.needed.insert(dependent)
                return false
            }
            // A moved service may lazily depend on its own user: the reasons of all others end there.
            reasons[dependent] = moved.contains(dependent) ? .changed : .need(position)
            return true
        }
    }

    /// The dependents of each service, in the old generation.
    var dependents: Dependents {
        var dependents = Dependents(
            count: reasons.count, links: old.wholePlan.graph.facts.dependencies.reduce(0) { $0 + $1.edges.count })
        for position in reasons.indices {
            visitNeeds(of: position, runtime.seen[position]) { dependents.add(position, needing: $0) }
        }
        return dependents
    }

    /// Decides after another check that an instance is not carried over.
    mutating func refuse(_ position: Int, _ reason: Reason) {
        if reasons[position] == nil { reasons[position] = reason }
        positions[position] = nil
    }

    /// A service that is always kept, or that the application supplies, does not depend on its dependencies.
    func isBound(_ position: Int) -> Bool {
        guard let next = positions[position] else { return true }
        return policy(of: graph.definitions[next]) != .keep && !goesOnSupplied(position)
    }

    /// The positions that an instance holds; a provider always resolves in the current generation.
    func visitNeeds(of position: Int, _ seen: RuntimeDependencyLog.Entry?, _ visit: (Int) -> Void) {
        let edges = old.wholePlan.graph.facts.dependencies[position].edges
        for number in edges.indices where edges[number].reference.kind != .provider {
            if let target = edges[number].target { visit(target) }
        }
        for need in (seen?.services ?? []).sorted() { visit(need) }
    }

    /// The new positions of the services that were added.
    var added: [Int] {
        var isNew = Array(repeating: true, count: graph.definitions.count)
        for case let position? in mapping.counterparts { isNew[position] = false }
        return isNew.indices.filter { isNew[$0] }
    }

    /// The ids on the path from a service to the one that is the reason; only the first ones of a long path.
    func path(from position: Int) -> [String] {
        var ids: [String] = []
        var next: Int? = position
        while let current = next {
            guard ids.count < [String].longestShownPath else { return ids + ["…"] }
            ids.append(old.wholePlan.graph.definitions[current].id)
            next = if case .need(let need)? = reasons[current] { need } else { nil }
        }
        return ids
    }
}

extension GenerationDiff {
    /// The old positions of the instances that may hold functions of scripts, directly or through their dependencies.
    var holdersOfFunctions: Set<Int> {
        var holders = Set(scripted)
        guard !holders.isEmpty else { return holders }
        dependents.spread(from: scripted) { dependent, _ in holders.insert(dependent).inserted }
        return holders
    }
}

extension GenerationDiff.Purpose {
    fileprivate var isOverride: Bool { if case .override = self { true } else { false } }

    var isReload: Bool { if case .reload = self { true } else { false } }
}

extension GenerationDiff {
    /// Whether the service at a new position takes over the state of an instance, which may be one that gives it away by its type.
    func takesOver(_ position: Int, isReceiver: Bool) -> Bool {
        if case .reset(let reset) = purpose, reset.contains(position) { return false }
        // Most services have neither: that takes next to no time.
        let hasHandover = graph.definitions[position].hasHandover
        guard hasHandover || isReceiver else { return false }
        let definition = graph.definitions[position]
        guard definition.scope == .shared, !definition.isAlias, !definition.isSynthetic else { return false }
        return hasHandover || typeReceives(position) ?? true
    }

    /// Whether the type of the service at a new position takes over by itself; nil if the type is not known.
    private func typeReceives(_ position: Int) -> Bool? {
        guard case .type = graph.definitions[position].construction else { return nil }
        return graph.facts.types[position]?.exposure?.casters.first.map { $0.targetType is any StateReceiver.Type }
    }

    /// By old position: the new position of a service that is replaced, and that may be taking over a state.
    var takeovers: [Int: Int] {
        if old.instances.takeovers.isEmpty { return [:] }
        var takeovers: [Int: Int] = [:]
        for position in positions.indices where positions[position] == nil {
            guard let next = mapping.destinations[position], old.instances.takeovers.contains(position) else {
                continue
            }
            if takesOver(next, isReceiver: true) { takeovers[position] = next }
        }
        // Services that need each other are built under one identity.
        for (position, next) in takeovers {
            guard let former = old.wholePlan.graph.facts.cycles[position], let cycle = graph.facts.cycles[next],
                positions[former.leader] == nil
            else { continue }
            takeovers[former.leader] = cycle.leader
        }
        return takeovers
    }
}
