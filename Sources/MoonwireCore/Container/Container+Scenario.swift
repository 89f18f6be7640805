extension Container {
    /// Uses a scenario while `body` runs, in this task and in the tasks that it creates.
    ///
    /// Instances that exist are not used, apart from those that the application has supplied: they may be what the scenario does
    /// not permit.
    package func withScenario<R>(_ run: ScenarioRun, operation body: () throws -> R) throws -> R {
        try Override.with(try generation(of: run), body)
    }

    /// The same for an asynchronous operation.
    package func withScenario<R>(
        _ run: ScenarioRun, isolation: isolated (any Actor)?, operation body: () async throws -> R
    ) async throws -> R {
        try await Override.with(try generation(of: run), isolation: isolation, body)
    }

    private func generation(of run: ScenarioRun) throws -> Generation {
        try refuseOverrideInResolve()
        return try resolving { base in
            let stack = base.wholePlan.graph.layers
            if let outer = stack.scenario { throw ContainerError(.nestedScenario(run.name, in: outer.name)) }
            var layers = stack.all
            // The layers have the parameters that were set when they were read.
            var settings = Layer(name: "container")
            settings.parameters = base.parameters.tree
            layers.append(settings)
            let (graph, _) = try validated(layers + [run.adopt(from: layers)])
            // Overrides between this one and the container lend what was supplied.
            let supplied = base.lowest.instances.holdings.filter { $0.provenance.source == .application }
            let known = Set(supplied.map { ObjectIdentifier($0.instance) })
            // In this order: the dependencies of every listed instance are then known.
            let held = base.instances.holdings.filter { known.contains(ObjectIdentifier($0.instance)) }
            let diff = GenerationDiff(from: base, to: graph, traces: base.context.traces, for: .override)
            let generation = overriding(base, by: graph, borrowing: held, diff)
            try generation.adopted { try generation.open() }
            return generation
        }
    }
}
