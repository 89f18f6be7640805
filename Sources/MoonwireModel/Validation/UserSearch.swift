/// Searches for the services that live on their own and are built with others.
struct UserSearch {
    private let definitions: [Definition]
    /// By node, the nodes that need it.
    ///
    /// Nodes are definitions, then classes that the application creates, then classes with slots, then the values injected into
    /// slots.
    private var users: [[Int]]
    private let owners: Range<Int>

    /// `isIgnored` states which needs of a definition do not count.
    init(_ graph: DefinitionGraph, unless isIgnored: (Definition, Dependencies.Edge) -> Bool) {
        definitions = graph.definitions
        var needs = SlotDependencies(graph)
        let firstClass = definitions.count + graph.layers.owners.count
        let firstSource = firstClass + needs.owners.count
        owners = definitions.count..<firstClass
        users = [[Int]](repeating: [], count: firstSource + needs.sources.count)
        for (position, dependencies) in graph.facts.dependencies.enumerated() {
            for edge in dependencies.edges where !isIgnored(definitions[position], edge) {
                if let target = edge.target { users[target].append(position) }
            }
        }
        let fills = needs.certainFills()
        for fill in fills { users[firstSource + fill.source].append(firstClass + fill.owner) }
        for owner in Set(fills.map(\.owner)).sorted() { users[firstClass + owner] += needs.owners[owner] }
        for source in Set(fills.map(\.source)).sorted() {
            for target in needs.sources[source] { users[target].append(firstSource + source) }
        }
    }

    /// A path to one of the services from each service that needs them, lives on its own, and is not admitted.
    func paths(to members: [Int], unless isAdmitted: (Definition) -> Bool) -> [[Int]] {
        var below = [Int?](repeating: nil, count: users.count)
        for member in members { below[member] = member }
        var queue = members
        var found: [Int] = []
        // By the position of a member that needs another one, what leads there.
        var needs: [Int: Int] = [:]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for user in users[node] {
                if below[user] == user, needs[user] == nil, !isAdmitted(definitions[user]) {
                    needs[user] = node
                    found.append(user)
                }
                guard below[user] == nil else { continue }
                below[user] = node
                guard definitions.indices.contains(user) else {
                    // The application holds the owners that it creates.
                    if !owners.contains(user) { queue.append(user) }
                    continue
                }
                if !definitions[user].livesOnItsOwn {
                    queue.append(user)
                } else if !isAdmitted(definitions[user]) {
                    found.append(user)
                }
            }
        }
        return found.sorted().map { holder in
            guard let need = needs[holder] else { return path(from: holder, below) }
            return [holder] + path(from: need, below)
        }
    }

    /// The services on the path.
    private func path(from first: Int, _ below: [Int?]) -> [Int] {
        var path = definitions.indices.contains(first) ? [first] : []
        var node = first
        while let next = below[node], next != node {
            if definitions.indices.contains(next) { path.append(next) }
            node = next
        }
        return path
    }
}

extension Definition {
    /// Whether instances live longer than the resolve that builds them.
    fileprivate var livesOnItsOwn: Bool {
        if case .alias = construction { return false }
        return scope.isSharedBetweenThreads
    }
}
