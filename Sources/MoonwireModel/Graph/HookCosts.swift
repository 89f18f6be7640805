/// The cost of hooks: the services that each selects, those whose slots it may select, or the names that it compares with its
/// pattern.
struct HookCosts {
    private let services: Int
    private let tags: TagIndex
    private let parameters: NameList
    private let preferences: NameList
    private let slots: SlotHookCosts

    init(of hooks: [Hook], in graph: DefinitionGraph) {
        services = graph.definitions.count
        tags = graph.tags
        func hasPattern(_ subject: HookEvent.Subject) -> Bool {
            hooks.contains { $0.event.subject == subject && $0.target?.pattern != nil }
        }
        parameters = NameList(hasPattern(.parameter) ? graph.parameters.leafNames : [])
        preferences = NameList(hasPattern(.preference) ? graph.preferences.titles : [])
        slots = hooks.contains { $0.event.subject == .slot } ? SlotHookCosts(graph) : SlotHookCosts()
    }

    func count(of hook: Hook) -> Int {
        guard let target = hook.target else { return 0 }
        return switch (hook.event.subject, target.kind) {
        case (.service, .tag(let tag)): tags.members(of: tag).count
        case (.service, .pattern), (.service, .type): services
        case (.slot, _): slots.count(of: target)
        case (.parameter, .pattern(let pattern)): parameters.candidates(for: pattern)
        case (.preference, .pattern(let pattern)): preferences.candidates(for: pattern)
        default: 0
        }
    }
}

/// The services that have slots, for which commands list the hooks of their slots.
private struct SlotHookCosts {
    private var all = 0
    private var byName: [String: Int] = [:]
    private var byType: [String: Int] = [:]

    init() {}

    init(_ graph: DefinitionGraph) {
        var counts: [String: Int] = [:]
        for (definition, type) in zip(graph.definitions, graph.facts.types) {
            if case .alias = definition.construction { continue }
            if let name = type?.description.qualifiedName { counts[name, default: 0] += 1 }
        }
        var counted: Set<String> = []
        for owner in SlotOwner.known(in: graph) ?? [] {
            for name in owner.names.first ?? [] where counted.insert(name).inserted {
                if let count = counts[name] { add(owner, count) }
            }
        }
    }

    private mutating func add(_ owner: SlotOwner, _ services: Int) {
        let slots = owner.slots.filter(\.isInjectable).map { SlotName($0, of: owner) }
        if slots.isEmpty { return }
        all += services
        for name in Set(slots.flatMap(\.fullNames)) { byName[name, default: 0] += services }
        for type in Set(slots.flatMap(\.types)) { byType[type, default: 0] += services }
    }

    /// The number of services with slots that the target may select.
    func count(of target: HookTarget) -> Int {
        switch target.kind {
        case .name: byName[target.text] ?? 0
        case .type(let name): byType[name] ?? 0
        case .pattern: all
        case .tag: 0
        }
    }
}
