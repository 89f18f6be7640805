import MoonwireValues

/// The hooks of a generation in the order in which they run, with what each of them is about.
final class HookPlan: Sendable {
    private let hooks: [PlannedHook]
    /// Whether any hook is told of slots.
    let hasInjected: Bool
    /// Hooks by the place of the one service that they name.
    private let named: [Int: [Int]]
    /// Hooks that choose services by tag, by type, and by pattern.
    private let byTag: [String: [Int]]
    private let byType: [String: [Int]]
    private let byPattern: [Int]

    init(_ graph: DefinitionGraph) {
        hooks = graph.hooks.inRunningOrder.map(PlannedHook.init)
        hasInjected = graph.hooks.contains { $0.event == .injected }
        var named: [Int: [Int]] = [:]
        var byTag: [String: [Int]] = [:]
        var byType: [String: [Int]] = [:]
        var byPattern: [Int] = []
        for (number, planned) in hooks.enumerated() {
            guard case .service = planned.hook.event.subject, let target = planned.hook.target else { continue }
            switch target.kind {
            case .name: graph.target(of: target.text).map { named[$0, default: []].append(number) }
            case .tag(let tag): byTag[tag, default: []].append(number)
            case .type(let name): byType[name, default: []].append(number)
            case .pattern: byPattern.append(number)
            }
        }
        self.named = named
        (self.byTag, self.byType, self.byPattern) = (byTag, byType, byPattern)
    }

    var isEmpty: Bool { hooks.isEmpty }

    /// The hooks of a service, in order; nil when there are none.
    ///
    /// - Parameter exposure: That of its type, as far as it is known before an instance is built.
    func hooks(of definition: Definition, at place: Int, _ exposure: Exposure?) -> ServiceHooks? {
        if hooks.isEmpty { return nil }
        // An alias is another name of a service, which has the hooks.
        if case .alias = definition.construction { return nil }
        let service = HookedService(definition, exposure?.description)
        let certain = (named[place] ?? []) + choosing(service)
        let possible = service.typeNames == nil ? byType.values.joined().map { (number: $0, needsType: true) } : []
        let chosen = certain.map { (number: $0, needsType: false) } + possible
        guard !chosen.isEmpty else { return nil }
        return ServiceHooks(chosen.sorted { $0.number < $1.number }.map { .init(hooks[$0.number], needsType: $0.1) })
    }

    /// The hooks that choose a service by what is known of it before an instance is built.
    private func choosing(_ service: HookedService) -> [Int] {
        service.tags.flatMap { byTag[$0] ?? [] } + Set((service.typeNames ?? []).flatMap { byType[$0] ?? [] })
            + byPattern.filter { hooks[$0].hook.target?.fit(service) == .fits }
    }

    /// The hooks of an event that concern a name, in order.
    func hooks(_ event: HookEvent, named name: String) -> [PlannedHook] {
        hooks.filter { $0.hook.event == event && $0.hook.target?.matches(name: name) == true }
    }

    /// All hooks of an event, in order.
    func hooks(_ event: HookEvent) -> [PlannedHook] {
        hooks.filter { $0.hook.event == event }
    }
}

/// The hooks of one service, by event, in the order in which they run.
final class ServiceHooks: Sendable {
    struct Choice: Sendable {
        let planned: PlannedHook
        /// Whether only an instance tells if it has the type that the hook is for.
        let needsType: Bool

        init(_ planned: PlannedHook, needsType: Bool) {
            self.planned = planned
            self.needsType = needsType
        }
    }

    let registered, created, resolved, released, failed: [Choice]

    init(_ choices: [Choice]) {
        let byEvent = { event in choices.filter { $0.planned.hook.event == event } }
        // Before an instance is there, a type that nobody knows is none.
        registered = byEvent(.registered).filter { !$0.needsType }
        created = byEvent(.created)
        resolved = byEvent(.resolved)
        released = byEvent(.released)
        failed = byEvent(.failed).filter { !$0.needsType }
    }
}
