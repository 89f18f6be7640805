import MoonwireValues

/// The hooks of a generation in the order in which they run, with their targets.
final class HookPlan: Sendable {
    private let hooks: [PlannedHook]
    private let byEvent: [HookEvent: [PlannedHook]]
    /// The hooks of each defined preference, in order; empty while no hook concerns preferences.
    private let byPreference: [String: [PlannedHook]]
    /// Whether any hook concerns slots.
    let hasInjected: Bool
    /// Whether each hook may run any number of times, so that two generations can have the same hooks.
    let areRepeatable: Bool
    private let index: HookIndex
    private let slotIndex: SlotHookIndex

    init(_ graph: DefinitionGraph) {
        let hooks = graph.hooks.inRunningOrder
        self.hooks = hooks.map(PlannedHook.init)
        byEvent = Dictionary(grouping: self.hooks, by: \.hook.event)
        byPreference = Self.hooksOfPreferences(byEvent[.preference] ?? [], graph.preferences)
        areRepeatable = !hooks.contains(where: \.isOnce)
        hasInjected = hooks.contains { $0.event == .injected }
        index = HookIndex(hooks, graph)
        slotIndex = SlotHookIndex(hooks)
    }

    var isEmpty: Bool { hooks.isEmpty }

    /// The hooks of a service, in order; nil if there are none.
    ///
    /// `exposure` is that of the service's type, as far as it is known before an instance is built.
    func hooks(of definition: Definition, at position: Int, _ exposure: Exposure?) -> ServiceHooks? {
        if hooks.isEmpty { return nil }
        // An alias has no hooks; its service has them.
        if case .alias = definition.construction { return nil }
        let choices = index.choices(of: HookedService(definition, exposure?.description), at: position)
        return choices.isEmpty ? nil : ServiceHooks(choices.map { .init(hooks[$0.number], needsType: $0.needsType) })
    }

    private static func hooksOfPreferences(
        _ hooks: [PlannedHook], _ preferences: PreferenceIndex
    ) -> [String: [PlannedHook]] {
        if hooks.isEmpty { return [:] }
        let titles = NameList(preferences.titles)
        let none = Dictionary(preferences.titles.map { ($0, [PlannedHook]()) }, uniquingKeysWith: { $1 })
        return hooks.reduce(into: none) { byPreference, planned in
            guard let target = planned.hook.target else { return }
            for title in target.pattern.map(titles.matches) ?? [target.text] {
                byPreference[title, default: []].append(planned)
            }
        }
    }

    /// The hooks of a preference, in order.
    func hooks(ofPreference title: String) -> [PlannedHook] {
        byPreference[title] ?? hooks(.preference).filter { $0.hook.target?.matches(name: title) == true }
    }

    /// The hooks of a slot, in order.
    func hooks(ofSlot slot: SlotName) -> [PlannedHook] { slotIndex.numbers(for: [slot]).map { hooks[$0] } }

    /// All hooks of an event, in order.
    func hooks(_ event: HookEvent) -> [PlannedHook] { byEvent[event] ?? [] }
}

/// The hooks of one service, by event, in the order in which they run.
final class ServiceHooks: Sendable {
    struct Choice: Sendable {
        let planned: PlannedHook
        /// Whether only an instance determines if it has the type of the hook's target.
        let needsType: Bool

        init(_ planned: PlannedHook, needsType: Bool) {
            self.planned = planned
            self.needsType = needsType
        }
    }

    let registered, building, created, resolved, released, failed: [Choice]
    /// Whether an instance determines which of its `resolved` hooks run.
    let resolvedNeedsType: Bool

    init(_ choices: [Choice]) {
        let byEvent = { event in choices.filter { $0.planned.hook.event == event } }
        // Before there is an instance, an unknown type counts as none.
        registered = byEvent(.registered).filter { !$0.needsType }
        building = byEvent(.building).filter { !$0.needsType }
        created = byEvent(.created)
        resolved = byEvent(.resolved)
        resolvedNeedsType = resolved.contains(where: \.needsType)
        released = byEvent(.released)
        failed = byEvent(.failed).filter { !$0.needsType }
    }
}
