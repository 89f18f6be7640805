/// Reports required slots that get transient services with an asynchronous construction, which nothing can await.
///
/// An initializer may assign a slot before the container fills it, and the slot may name another service, so these are warnings.
enum AsynchronousSlotCheck {
    /// A warning for each such slot, at the first service of its class or for an owner of the application.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard let asynchronous = graph.facts.asynchronous else { return [] }
        let slots = SlotDependencies(graph)
        var reported: Set<String> = []
        return slots.fills.compactMap { fill in
            for position in slots.sources[fill.source] {
                guard let path = path(from: position, asynchronous, graph), let last = path.last,
                    let cause = asynchronous.cause(ofServiceAt: last)
                else { continue }
                let user = slots.owners[fill.owner].first { graph.definitions.indices.contains($0) }
                // A service can contain objects of other classes, and classes of several modules can have one name.
                let type = user.flatMap { graph.facts.types[$0]?.description.qualifiedName } ?? ""
                guard reported.insert("\(type) \(fill.ownerName).\(fill.slot)").inserted else { return nil }
                return .unawaitedSlot(
                    fill.slot, of: fill.ownerName, user.map { graph.definitions[$0] },
                    path.map { graph.definitions[$0] }, cause)
            }
            return nil
        }
    }

    /// The transient services from the one in a slot to one with an asynchronous construction; nil if there is none.
    private static func path(
        from start: Int, _ asynchronous: AsynchronousServices, _ graph: DefinitionGraph
    ) -> [Int]? {
        let isFilledAlone = { (position: Int) in
            asynchronous.contains(position) && graph.definitions[position].scope == .transient
                && graph.facts.arguments[position] == nil
        }
        guard isFilledAlone(start) else { return nil }
        var users: [Int: Int] = [start: start]
        var queue = [start]
        while let position = queue.popLast() {
            if asynchronous.cause(ofServiceAt: position) != nil {
                var path = [position]
                while let first = path.last, first != start, let user = users[first] { path.append(user) }
                return path.reversed()
            }
            for edge in graph.facts.dependencies[position].edges where edge.isBuiltFirst {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }),
                    isFilledAlone(target), users[target] == nil
                else { continue }
                users[target] = position
                queue.append(target)
            }
        }
        return nil
    }
}
