import MoonwireSupport

/// Determines from a graph which hooks run for which services.
struct ServiceHookReading {
    private let graph: DefinitionGraph
    /// In the order in which they run.
    private let hooks: [Hook]
    private let inspections: [ServiceHookInspection]
    private let ofSlots: SlotHookIndex
    /// The hooks for slots of an owner, by its name; computed at first use.
    private let knownOfSlots = Lock<[String: [HookIndex.Choice]]>([:])
    private let choices: [[HookIndex.Choice]]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        let hooks = graph.hooks.inRunningOrder
        self.hooks = hooks
        inspections = hooks.map { ServiceHookInspection($0) }
        ofSlots = SlotHookIndex(hooks)
        let index = HookIndex(hooks, graph)
        choices =
            hooks.isEmpty
            ? []
            : graph.hookedServices.enumerated().map { position, service in
                service.map { index.choices(of: $0, at: position) } ?? []
            }
    }

    /// Every hook, with the ids of the services that it selects.
    var all: [HookInspection] {
        var ids = Array(repeating: [String](), count: hooks.count)
        for (position, choices) in choices.enumerated() {
            for choice in choices { ids[choice.number].append(graph.definitions[position].id) }
        }
        return zip(hooks, ids).map { HookInspection($0, services: $1) }
    }

    /// In the order in which they run; none for an alias, because its service has them.
    func hooks(ofServiceAt position: Int, _ owner: SlotOwner?) -> [ServiceHookInspection] {
        guard !hooks.isEmpty, graph.hookedServices[position] != nil else { return [] }
        var chosen = choices[position]
        if let owner, !ofSlots.isEmpty {
            chosen += hooks(ofSlotsOf: owner)
            chosen.sort { $0.number < $1.number }
        }
        return chosen.map { $0.needsType ? inspections[$0.number].needingType : inspections[$0.number] }
    }

    private func hooks(ofSlotsOf owner: SlotOwner) -> [HookIndex.Choice] {
        knownOfSlots.withLock { known in
            if let choices = known[owner.name] { return choices }
            let slots = owner.slots.filter(\.isInjectable).map { SlotName($0, of: owner) }
            let choices = ofSlots.numbers(for: slots).map { HookIndex.Choice(number: $0, needsType: false) }
            known[owner.name] = choices
            return choices
        }
    }
}

extension ServiceHookInspection {
    fileprivate init(_ hook: Hook) {
        self.init(hook: hook.phrase, event: hook.event, needsType: false, location: hook.origin.location)
    }

    fileprivate var needingType: Self {
        Self(hook: hook, event: event, needsType: true, location: location)
    }
}
