extension Container {
    /// Replaces services and parameters while `operation` runs, in this task and in the tasks that it creates.
    ///
    /// Existing instances are used, except those that depend on a replaced service; instances that are built meanwhile are
    /// released at the end. Other tasks are not affected, so that tests can run concurrently.
    ///
    /// ```swift
    /// try container.withOverrides { $0.override("mailer") { _ in SilentMailer() } } operation: {
    ///     try container.resolve(Signup.self).run()   // sends nothing
    /// }
    /// ```
    ///
    /// Throws ``ContainerError`` with all faults of the replacements, and the errors of `operation`. A call by code that a
    /// resolve or a hook runs also throws: a resolve in progress keeps its services.
    public func withOverrides<R>(
        _ overrides: (inout Registrations) throws -> Void, operation body: () throws -> R
    ) throws -> R {
        try Override.with(try overridden(overrides), body)
    }

    /// Replaces services and parameters while `operation` runs, in this task and in the tasks that it creates.
    public func withOverrides<R>(
        _ overrides: (inout Registrations) throws -> Void, isolation: isolated (any Actor)? = #isolation,
        operation body: () async throws -> R
    ) async throws -> R {
        try await Override.with(try overridden(overrides), isolation: isolation, body)
    }

    private func overridden(_ overrides: (inout Registrations) throws -> Void) throws -> Generation {
        let resolution = Resolution.current
        // A resolve in progress stays in its generation: this thread would never see the replacements.
        guard resolution.pinned(of: current) == nil else { throw ContainerError(.overrideInResolve(resolution.ids)) }
        var registrations = Registrations()
        try overrides(&registrations)
        return try resolving { base in
            let layers = [base.wholeLayer, registrations.beneath, registrations.above]
            let settings = registrations.settings
            let misplaced =
                (settings.isEmpty ? [] : base.settingCheck.unfit(settings))
                + base.plan.graph.preferences.unusedStores(of: registrations.beneath, .fault)
            let (graph, _) = try ContainerError.joining(misplaced) { try validated(layers) }
            // In this order: the dependencies of every listed instance are then known.
            let held = base.instances.holdings
            let diff = GenerationDiff(from: base, to: graph, traces: base.context.traces, for: .override)
            let identities = ServiceIdentities(count: graph.definitions.count)
            let generation = generation(graph, traces: base.context.traces, identities: identities, base: base)
            generation.borrow(held, of: base, diff.positions)
            try generation.adopted { try generation.open() }
            return generation
        }
    }
}

extension Generation {
    /// All contents of the generation as one layer.
    fileprivate var wholeLayer: Layer {
        var layer = Layer(name: "container")
        layer.definitions = plan.graph.definitions
        layer.parameters = parameters.tree
        layer.hooks = plan.graph.hooks
        layer.rules = plan.graph.rules.rules
        layer.owners = plan.graph.layers.owners
        layer.preferences = plan.graph.preferences.definitions
        layer.stores = plan.graph.preferences.stores
        return layer
    }

    /// Uses the instances of another generation, which it leases during its life, without owning them.
    fileprivate func borrow(_ held: [Holding], of base: Generation, _ positions: [Int?]) {
        base.leases.begin()
        let lent = held.filter { positions[$0.position] != nil }
        instances.dependencyLog.inherit(base.instances.dependencyLog, of: lent.lazy.map(\.position), positions)
        let moved = lent.compactMap { holding in positions[holding.position].map { holding.lent.moved(to: $0) } }
        _ = instances.adopt(moved, judgedAt: instances.clearings)
        _ = instances.adoptWeakly(moved, judgedAt: instances.clearings)
    }
}
