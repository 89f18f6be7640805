/// The services that need an asynchronous build: those with an asynchronous construction, and those that are built from them.
package final class AsynchronousServices: Sendable {
    /// What makes the construction of a service asynchronous.
    package enum Cause: Sendable, Equatable {
        case initializer
        case factory
        /// A method in `call`.
        case call(String)
        /// A service without an id among its values.
        case inlineService
    }

    /// By position: the next service on the shortest path to a service with an asynchronous construction, which has its own
    /// position; -1 for a service that is built synchronously.
    private let next: [Int]
    private let causes: [Int: Cause]

    /// Nil if there are none.
    init?(_ graph: DefinitionGraph) {
        let causes = Self.causes(in: graph)
        guard !causes.isEmpty else { return nil }
        self.causes = causes
        next = Self.next(from: causes.keys.sorted(), graph)
    }

    /// Whether the service at a position needs an asynchronous build.
    package func contains(_ position: Int) -> Bool { position >= 0 && next[position] >= 0 }

    /// The positions on the shortest path from a service to one with an asynchronous construction, both included.
    package func path(from position: Int) -> [Int] {
        var path = [position]
        while let last = path.last, next[last] >= 0, next[last] != last { path.append(next[last]) }
        return path
    }

    /// What makes the construction of the service at a position asynchronous; nil if only its dependencies are.
    package func cause(ofServiceAt position: Int) -> Cause? { causes[position] }

    /// Whether a setter or a call is asynchronous, or needs a service that is.
    package static func areStepsAsynchronous(ofServiceAt position: Int, in graph: DefinitionGraph) -> Bool {
        guard let services = graph.facts.asynchronous else { return false }
        let needs = graph.facts.dependencies[position].edges.filter { $0.isOfStep && $0.isBuiltFirst }
        if needs.contains(where: { $0.target.flatMap(graph.table.target).map(services.contains) ?? false }) {
            return true
        }
        return CauseSearch(graph).cause(ofStepsOf: graph.definitions[position], graph.facts.types[position]) != nil
    }

    private static func causes(in graph: DefinitionGraph) -> [Int: Cause] {
        let search = CauseSearch(graph)
        guard search.canFind else { return [:] }
        var causes: [Int: Cause] = [:]
        for (position, definition) in graph.definitions.enumerated() {
            causes[position] = search.cause(
                of: definition, graph.facts.types[position], graph.facts.initializers[position])
        }
        return causes
    }

    /// Breadth first, against the direction of the dependencies.
    private static func next(from sources: [Int], _ graph: DefinitionGraph) -> [Int] {
        var users: [[Int]] = Array(repeating: [], count: graph.definitions.count)
        for (user, dependencies) in graph.facts.dependencies.enumerated() {
            for edge in dependencies.edges where edge.isBuiltFirst {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }) else { continue }
                users[target].append(user)
            }
        }
        var next = Array(repeating: -1, count: users.count)
        for source in sources { next[source] = source }
        var open = sources
        var visited = 0
        while visited < open.count {
            let position = open[visited]
            visited += 1
            for user in users[position] where next[user] < 0 {
                next[user] = position
                open.append(user)
            }
        }
        return next
    }
}

/// Finds what makes the constructions of a graph asynchronous.
private struct CauseSearch {
    private let types: ServiceTypes
    /// Whether there is anything to find; nearly always, there is not.
    let canFind: Bool
    private let hasAsynchronousMembers: Bool

    init(_ graph: DefinitionGraph) {
        types = ServiceTypes(graph)
        hasAsynchronousMembers = graph.types?.hasAsynchronousMembers ?? false
        canFind =
            hasAsynchronousMembers
            || graph.definitions.contains { definition in
                if case .swift(let factory) = definition.construction { factory.isAsync } else { false }
            }
    }

    func cause(
        of definition: Definition, _ type: TypeRegistry.Entry?, _ initializer: InitializerMatch?
    ) -> AsynchronousServices.Cause? {
        if case .swift(let factory) = definition.construction { return factory.isAsync ? .factory : nil }
        guard hasAsynchronousMembers else { return nil }
        if let type, let initializer, type.description.initializers[initializer.position].isAsync {
            return .initializer
        }
        if types.factoryMethod(of: definition)?.isAsync == true { return .factory }
        return cause(ofStepsOf: definition, type)
    }

    /// What makes the steps after a construction asynchronous; or a service without an id anywhere.
    func cause(ofStepsOf definition: Definition, _ type: TypeRegistry.Entry?) -> AsynchronousServices.Cause? {
        guard hasAsynchronousMembers else { return nil }
        for call in definition.calls {
            let method = type?.description.methods.first { $0.name == call.method }
            if method?.isAsync == true { return .call(call.method) }
        }
        return hasAsynchronousInlineService(definition) ? .inlineService : nil
    }

    private func hasAsynchronousInlineService(_ definition: Definition) -> Bool {
        var hasAny = false
        definition.visitValues { value, _ in
            guard !hasAny, case .inline(let inner) = value else { return }
            let type = types.type(of: inner).entry
            hasAny = cause(of: inner, type, type.flatMap(inner.initializer)) != nil
        }
        return hasAny
    }
}
