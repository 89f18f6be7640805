/// The services of a cycle that are built together: setters and calls of some are passed others with `later`.
package final class ServiceCycle: Sendable {
    /// Their positions in ascending order, without aliases.
    package let members: [Int]
    /// The positions of the same services and of the aliases between them.
    let all: [Int]
    /// The position of the service by which the cycle is known in all generations: the first by id.
    package let leader: Int
    /// The scope of all of them.
    package let scope: ServiceScope

    fileprivate init?(_ all: [Int], in graph: DefinitionGraph) {
        let definitions = graph.definitions
        self.all = all
        members = all.filter { !definitions[$0].isAlias }.sorted()
        guard let leader = members.min(by: { definitions[$0].id < definitions[$1].id }) else { return nil }
        self.leader = leader
        scope = definitions[leader].scope
    }
}

/// The cycles of a graph whose services are built together.
package struct ServiceCycles: Sendable {
    package private(set) var all: [ServiceCycle] = []
    private var byPosition: [Int: ServiceCycle] = [:]

    init() {}

    init(in graph: DefinitionGraph) {
        guard graph.facts.dependencies.contains(where: \.hasLater) else { return }
        let needs = BuiltFirst(graph, withLater: true)
        for members in StronglyConnectedComponents(needs).all where Self.hasLater(members, in: graph) {
            guard let cycle = ServiceCycle(members, in: graph) else { continue }
            all.append(cycle)
            for member in members { byPosition[member] = cycle }
        }
    }

    /// The cycle of the service, or of the alias, at a position; nil for most.
    package subscript(position: Int) -> ServiceCycle? { byPosition.isEmpty ? nil : byPosition[position] }

    private static func hasLater(_ members: [Int], in graph: DefinitionGraph) -> Bool {
        let targets = Set(members)
        return members.contains { member in
            graph.facts.dependencies[member].edges.contains { edge in
                edge.reference.kind == .later && edge.target.map(targets.contains) ?? false
            }
        }
    }
}

extension Definition {
    /// The number of the first setter or call that is passed a service later; nil for most.
    package var firstLaterStep: Int? {
        let steps =
            setters.map { [$0.value] } + calls.map { $0.arguments.positional + $0.arguments.labeled.map(\.value) }
        return steps.firstIndex { $0.contains(where: \.hasLater) }
    }
}

extension WiredValue {
    fileprivate var hasLater: Bool {
        var hasLater = false
        visitReferences { reference, _ in if reference.kind == .later { hasLater = true } }
        return hasLater
    }
}
