/// What makes a generation that of an open scope: it has the instances of the scope's services, and nothing else of its own.
///
/// Every other service that is shared belongs to the generation beneath it, and is built there. Opening one takes the same time
/// however many services there are. It leases the generation beneath until it is over.
struct ScopeLayer: Sendable {
    let name: String
    let base: Generation
    /// What the application says that it is for.
    let metadata: [String: String]

    /// A generation of a scope over another one, which is leased until it is over.
    static func generation(
        of name: String, _ members: ScopeMembers, over base: Generation, metadata: [String: String]
    ) -> Generation {
        base.reference.leases.begin()
        let instances = InstanceStore(
            ScopedInstances(members, over: base.instances.shared), ServiceIdentities(count: base.plan.services.count),
            weaklyHeld: base.instances.weaklyHeld, takeovers: base.instances.takeovers,
            argumentCaches: base.instances.argumentCaches)
        return Generation(ScopeLayer(name: name, base: base, metadata: metadata), instances)
    }
}

extension Generation {
    /// The generation below all open scopes that are inside it: that of an override, or the container's.
    var unscoped: Generation {
        var generation = self
        while let scope = generation.context.scope { generation = scope.base }
        return generation
    }

    /// The generation beneath that has the instances of a service; nil if this one has them, or if no generation keeps them.
    func owner(of service: PlannedService) -> Generation? {
        guard context.scope != nil else { return nil }
        switch service.scope {
        case .transient, .graph: return nil
        case .shared, .weak, .cached: return unscoped
        case .named(let name):
            var generation = self
            while let scope = generation.context.scope, scope.name != name { generation = scope.base }
            return generation === self ? nil : generation
        }
    }

    /// Whether the instance of a service lives as long as what another generation made.
    func keepsInstance(ofServiceAt position: Int, for origin: WeakGeneration) -> Bool {
        let owner = owner(of: plan.services[position]) ?? self
        return (!owner.isBeside || owner.reference === origin) && !owner.isSuperseded
    }

    /// The name and the generation of the open scope to which the service at a position belongs; nil for most.
    func scope(ofServiceAt position: Int) -> (name: String, generation: WeakGeneration)? {
        guard context.scope != nil, case .named(let name) = plan.services[position].scope else { return nil }
        return (name, (owner(of: plan.services[position]) ?? self).reference)
    }

    /// Whether a scope is open here.
    func hasScope(_ name: String) -> Bool {
        var generation: Generation? = self
        while let each = generation {
            if each.context.scope?.name == name { return true }
            generation = each.context.base
        }
        return false
    }

    /// The names of the scopes that are open here, innermost first.
    var openScopes: [String] {
        var names: [String] = []
        var generation: Generation? = self
        while let each = generation {
            if let name = each.context.scope?.name { names.append(name) }
            generation = each.context.base
        }
        return names
    }
}
