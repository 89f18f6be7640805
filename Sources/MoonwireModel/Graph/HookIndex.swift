/// Finds the hooks that select each service without comparing each hook with each service.
package struct HookIndex {
    package struct Choice {
        /// The index of the hook in the given list.
        package let number: Int
        /// Whether only an instance determines if it has the type of the hook's target.
        package let needsType: Bool
    }

    /// The indices of the hooks that name one service, by its position.
    private var named: [Int: [Int]] = [:]
    private var byTag: [String: [Int]] = [:]
    private var byType: [String: [Int]] = [:]
    private var byPattern: [(number: Int, pattern: NamePattern)] = []

    package init(_ hooks: [Hook], _ graph: DefinitionGraph) {
        for (number, hook) in hooks.enumerated() {
            guard case .service = hook.event.subject, let target = hook.target else { continue }
            switch target.kind {
            case .name:
                if let position = graph.table.target(of: target.text) { named[position, default: []].append(number) }
            case .tag(let tag): byTag[tag, default: []].append(number)
            case .type(let name): byType[name, default: []].append(number)
            case .pattern(let pattern): byPattern.append((number, pattern))
            }
        }
    }

    /// The hooks of a service, in order.
    package func choices(of service: HookedService, at position: Int) -> [Choice] {
        var certain = named[position] ?? []
        for tag in service.tags { certain += byTag[tag] ?? [] }
        for (number, pattern) in byPattern where service.matches(pattern) { certain.append(number) }
        guard let names = service.typeNames else {
            return sorted(certain, byType.values.flatMap(\.self))
        }
        // Each has one name, so no hook is found twice.
        for name in names { certain += byType[name] ?? [] }
        return sorted(certain, [])
    }

    private func sorted(_ certain: [Int], _ possible: [Int]) -> [Choice] {
        (certain.map { Choice(number: $0, needsType: false) } + possible.map { Choice(number: $0, needsType: true) })
            .sorted { $0.number < $1.number }
    }
}
