/// A service must not need one of a scope that is not open for as long as the service lives.
///
/// It may have a handle, which resolves in the scope that is open at that time, or state the scope in `outlives`.
enum ScopeLifetimeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var members: [String: [Int]] = [:]
        for (position, definition) in graph.definitions.enumerated() where !definition.isAlias {
            if case .named(let name) = definition.scope { members[name, default: []].append(position) }
        }
        let scopes = graph.scopes.openable.filter { members[$0] != nil }
        let unknown = graph.definitions.flatMap { unknownScopes($0, graph) }
        guard !scopes.isEmpty else { return unknown }
        let search = UserSearch(graph)
        return unknown
            + scopes.flatMap { scope in
                search.paths(to: members[scope] ?? [], unless: { isAdmitted(scope, by: $0, graph) }).map {
                    fault(graph, scope, $0)
                }
            }
    }

    /// Whether a service may need one of a scope.
    private static func isAdmitted(_ scope: String, by definition: Definition, _ graph: DefinitionGraph) -> Bool {
        if definition.isFaulty || definition.outlives.contains(scope) { return true }
        if graph.layers.lacksTypeDefaults, !definition.written.contains(.scope) { return true }
        guard case .named(let own) = definition.scope else { return false }
        return graph.scopes.isOpen(scope, throughout: own) ?? true
    }

    private static func fault(_ graph: DefinitionGraph, _ scope: String, _ path: [Int]) -> Diagnostic {
        let holder = graph.definitions[path[0]]
        let edge = graph.facts.dependencies[path[0]].edges.first { $0.target == path[1] && !$0.reference.isHandle }
        var fault = Diagnostic.shorterLifetime(
            holder, graph.definitions[path[path.count - 1]], scope, path.map { graph.definitions[$0].id },
            at: edge.flatMap { graph.location(of: $0, from: holder) } ?? holder.origin.location)
        fault.called(from: holder.origin.caller)
        return fault
    }

    private static func unknownScopes(_ definition: Definition, _ graph: DefinitionGraph) -> [Diagnostic] {
        let known = graph.scopes.openable
        return definition.outlives.enumerated().compactMap { index, name in
            guard graph.types != nil || !known.isEmpty, !known.contains(name) else { return nil }
            return .unknownScope(
                name, definition.phrase, known: known, at: definition.location(of: ["outlives", "\(index + 1)"]))
        }
    }
}

/// Searches for the services that live on their own and are built with others.
private struct UserSearch {
    private let definitions: [Definition]
    /// By node, the nodes that need it.
    ///
    /// Nodes are definitions, then classes that the application creates, then classes with slots, then the values injected into
    /// slots.
    private var users: [[Int]]
    private let owners: Range<Int>

    init(_ graph: DefinitionGraph) {
        definitions = graph.definitions
        var needs = SlotDependencies(graph)
        let firstClass = definitions.count + graph.layers.owners.count
        let firstSource = firstClass + needs.owners.count
        owners = definitions.count..<firstClass
        users = [[Int]](repeating: [], count: firstSource + needs.sources.count)
        for (position, dependencies) in graph.facts.dependencies.enumerated() {
            for edge in dependencies.edges where !edge.reference.isHandle {
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
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for user in users[node] where below[user] == nil {
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
        return found.sorted().map { path(from: $0, below) }
    }

    /// The services on the path.
    private func path(from holder: Int, _ below: [Int?]) -> [Int] {
        var path = [holder]
        var node = holder
        while let next = below[node], next != node {
            if definitions.indices.contains(next) { path.append(next) }
            node = next
        }
        return path
    }
}

extension Definition {
    fileprivate var isAlias: Bool { if case .alias = construction { true } else { false } }

    /// Whether instances live longer than the resolve that builds them.
    fileprivate var livesOnItsOwn: Bool { scope.isSharedBetweenThreads && !isAlias }
}
