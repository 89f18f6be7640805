/// Reads from a graph which hooks run for which services.
struct ServiceHookReading {
    private let graph: DefinitionGraph
    private let hooks: [Hook]
    private let inspections: [ServiceHookInspection]
    /// The numbers of the hooks that name one service, by its place.
    private var named: [Int: [Int]] = [:]
    /// Those of hooks that choose services otherwise, and of hooks for slots.
    private var choosing: [Int] = []
    private var ofSlots: [Int] = []

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        hooks = graph.hooks.inRunningOrder
        inspections = hooks.map { ServiceHookInspection($0) }
        for (number, hook) in hooks.enumerated() {
            switch (hook.event.subject, hook.target) {
            case (.service, let target?) where target.isExact:
                if let place = graph.target(of: target.text) { named[place, default: []].append(number) }
            case (.service, _?): choosing.append(number)
            case (.slot, _?): ofSlots.append(number)
            default: break
            }
        }
    }

    /// In the order in which they run; none for an alias.
    func hooks(ofServiceAt place: Int, _ owner: SlotOwner?) -> [ServiceHookInspection] {
        guard !hooks.isEmpty, let service = graph.hookedServices[place] else { return [] }
        var chosen = (named[place] ?? []).map { (number: $0, needsType: false) }
        for number in choosing {
            switch hooks[number].target?.fit(service) {
            case .fits: chosen.append((number, false))
            case .mayFit: chosen.append((number, true))
            case .misses, nil: break
            }
        }
        if let owner, !ofSlots.isEmpty {
            let slots = owner.slots.filter(\.isInjectable).map { SlotName($0, of: owner) }
            chosen += ofSlots.filter { number in slots.contains { hooks[number].target?.matches($0) == true } }
                .map { ($0, false) }
        }
        return chosen.sorted { $0.number < $1.number }.map { number, needsType in
            needsType ? inspections[number].needingType : inspections[number]
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
