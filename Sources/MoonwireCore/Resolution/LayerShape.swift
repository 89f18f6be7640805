import MoonwireSupport

/// A service that a layer replaces, with everything on which the validity of the replacement depends.
struct Replacement: Hashable, Sendable {
    let position: Int
    let type: ObjectIdentifier
    let scope: ServiceScope
    let isSendable: Bool
}

/// What layers over a generation have in common if they replace the same services by factories of the same types.
///
/// It is computed once: the replacements were validated, and each further layer only looks it up.
final class LayerShape: Sendable {
    private let replacements: [Replacement]
    /// The services that provide each type that a replaced service or its replacement provides.
    let providers: [ObjectIdentifier: [Int]]
    /// The types that other services provide now.
    private let changedTypes: [ObjectIdentifier]
    /// The services that depend on the replaced ones, as far as that was known from builds.
    private let known = Lock<(users: RuntimeUsers, affected: ServiceSet)?>(nil)

    /// `services` are the replacements, in the same order.
    init(_ replacements: [Replacement], _ services: [PlannedService], over base: Generation) {
        self.replacements = replacements
        var providers: [ObjectIdentifier: [Int]] = [:]
        var changed: Set<ObjectIdentifier> = []
        for service in services {
            let former = Set(base.plan.services[service.index].casters.map(\.target))
            let types = Set(service.casters.map(\.target))
            for type in former.union(types) {
                var positions = Set(providers[type] ?? base.providerPositions(of: type))
                if types.contains(type) { positions.insert(service.index) } else { positions.remove(service.index) }
                providers[type] = positions.sorted()
            }
            changed.formUnion(former.symmetricDifference(types))
        }
        self.providers = providers
        changedTypes = Array(changed)
    }

    /// The replaced services, and those that depend on them directly or indirectly.
    func affected(in base: Generation) -> ServiceSet {
        let users = base.instances.dependencyLog.users
        if let known = known.withLock({ $0 }), known.users === users { return known.affected }
        let affected = spread(users, base)
        known.withLock { $0 = (users, affected) }
        return affected
    }

    private func spread(_ users: RuntimeUsers, _ base: Generation) -> ServiceSet {
        let dependents = base.tables.layers.dependents(in: base.plan.graph)
        var affected = ServiceSet(count: base.plan.services.count)
        var open: [Int] = []
        func reach(_ position: Int) {
            if affected.insert(position) { open.append(position) }
        }
        for replacement in replacements { reach(replacement.position) }
        for type in changedTypes { users.users(ofType: type).forEach(reach) }
        while let position = open.popLast() {
            dependents.visit(of: position, reach)
            users.users(of: position).forEach(reach)
        }
        return affected
    }
}

/// What a generation knows of the layers over it.
final class LayerShapes: Sendable {
    /// Others are forgotten: a program may override any number of services in any combination.
    private static let most = 256

    /// Nil for replacements that need a generation of their own.
    private let shapes = Lock<[[Replacement]: LayerShape?]>([:])
    private let known = Lock<Dependents?>(nil)

    /// What is known of the replacements; nil if they have not been validated.
    subscript(replacements: [Replacement]) -> LayerShape?? { shapes.withLock { $0[replacements] } }

    func note(_ shape: LayerShape?, for replacements: [Replacement]) {
        shapes.withLock { shapes in
            if shapes.count >= Self.most { shapes = [:] }
            shapes[replacements] = .some(shape)
        }
    }

    /// The services whose definitions depend on each service; found at the first layer.
    ///
    /// A provider resolves again at each call, and so is no dependency.
    fileprivate func dependents(in graph: DefinitionGraph) -> Dependents {
        known.withLock { known in
            if let known { return known }
            let dependencies = graph.facts.dependencies
            var dependents = Dependents(
                count: dependencies.count, links: dependencies.reduce(0) { $0 + $1.edges.count })
            for position in dependencies.indices {
                for edge in dependencies[position].edges where edge.reference.kind != .provider {
                    if let target = edge.target { dependents.add(position, needing: target) }
                }
            }
            known = dependents
            return dependents
        }
    }
}
