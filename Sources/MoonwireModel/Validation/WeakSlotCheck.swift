import MoonwireValues

/// A rule that makes a new value for a weak slot is reported: nothing keeps the value.
enum WeakSlotCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        // Finding the rules of all slots takes time, and few owners have weak ones.
        let owners = graph.rules.rules.isEmpty ? [] : SlotOwner.known(in: graph) ?? []
        guard owners.contains(where: { $0.slots.contains { $0.kind == .weak } }) else { return [] }
        var reported: Set<Int> = []
        return InjectionRuleMatches(graph).slots.compactMap { slot -> Diagnostic? in
            guard slot.description.kind == .weak, let index = slot.rules.first else { return nil }
            let rule = graph.rules.rules[index]
            guard !rule.options.contains(.silent), makesNewValue(rule.value, graph), reported.insert(index).inserted
            else {
                return nil
            }
            return .valueOfWeakSlot(rule, slot.title)
        }.inScriptOrder
    }

    private static func makesNewValue(_ value: WiredValue?, _ graph: DefinitionGraph) -> Bool {
        switch value {
        // The application may keep what a closure returns.
        case .inline(let definition): if case .swift = definition.construction { false } else { true }
        case .reference(let reference):
            graph.table.target(of: reference.id).map { graph.definitions[$0].scope == .transient } ?? false
        default: false
        }
    }
}
