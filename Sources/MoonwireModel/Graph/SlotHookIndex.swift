/// Finds the hooks that select each slot without comparing each hook with each slot.
package struct SlotHookIndex: Sendable {
    /// The indices of the hooks that name one slot, by its name with its owner.
    private var byName: [String: [Int]] = [:]
    private var byType: [String: [Int]] = [:]
    private var byPattern: [(number: Int, pattern: NamePattern)] = []

    package init(_ hooks: [Hook]) {
        for (number, hook) in hooks.enumerated() {
            guard case .slot = hook.event.subject, let target = hook.target else { continue }
            switch target.kind {
            case .name: byName[target.text, default: []].append(number)
            case .type(let name): byType[name, default: []].append(number)
            case .pattern(let pattern): byPattern.append((number, pattern))
            case .tag: break
            }
        }
    }

    var isEmpty: Bool { byName.isEmpty && byType.isEmpty && byPattern.isEmpty }

    /// The hooks of some slots, in order, without duplicates.
    package func numbers(for slots: [SlotName]) -> [Int] {
        if isEmpty { return [] }
        let names = Set(slots.flatMap(\.fullNames))
        var found = Set(names.flatMap { byName[$0] ?? [] })
        for type in Set(slots.flatMap(\.types)) { found.formUnion(byType[type] ?? []) }
        for (number, pattern) in byPattern where names.contains(where: pattern.matches) { found.insert(number) }
        return found.sorted()
    }
}
