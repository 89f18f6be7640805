/// The definition to which each alias finally refers, found in one traversal.
struct AliasTargets: Sendable {
    private enum Mark: Sendable {
        case unseen
        case onPath
        case none
        case found(Int)
    }

    /// By the position of the definition; empty if there are no aliases.
    private var marks: [Mark] = []

    init(_ definitions: [Definition], _ index: NameIndex) {
        guard definitions.contains(where: { $0.aliasTarget != nil }) else { return }
        marks = Array(repeating: .unseen, count: definitions.count)
        var path: [Int] = []
        for start in definitions.indices {
            var position: Int? = start
            var end = Mark.none
            while let current = position {
                guard case .unseen = marks[current] else {
                    if case .found = marks[current] { end = marks[current] }
                    break
                }
                guard let target = definitions[current].aliasTarget else {
                    end = .found(current)
                    break
                }
                marks[current] = .onPath
                path.append(current)
                position = index[target.id]
            }
            for alias in path { marks[alias] = end }
            path.removeAll(keepingCapacity: true)
        }
    }

    /// The position of the final definition; nil if its aliases refer to an unknown id or form a cycle.
    func target(ofDefinitionAt position: Int) -> Int? {
        guard !marks.isEmpty else { return position }
        return switch marks[position] {
        case .found(let target): target
        case .none, .onPath: nil
        case .unseen: position
        }
    }
}

extension Definition {
    /// The target of an alias; nil for a definition that builds a service.
    var aliasTarget: ServiceReference? {
        if case .alias(let target) = construction { target } else { nil }
    }
}
