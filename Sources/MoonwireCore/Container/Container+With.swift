extension Container {
    /// Replaces services and parameters while `operation` runs, in this task and in the tasks that it creates.
    ///
    /// Existing instances are used, except those that depend on a replaced service or parameter; instances that are built
    /// meanwhile are released at the end. Other tasks are not affected, so that tests can run concurrently. Changed variables of
    /// the environment do not affect instances that exist: ``reload()`` adopts them.
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

    /// Opens a child container: replacements, and instances that depend on them, which exist until ``ContainerScope/close()``.
    ///
    /// For what lives longer than a closure, such as a window with a preview, or a tenant. The replacements are those of
    /// ``withOverrides(_:operation:)``, and services can be added. Everything else is shared with this container, as it is at the time of
    /// the call: a reload does not change an open child. At the end, what was built for the child is stopped, latest first.
    ///
    /// ```swift
    /// let preview = try container.openOverrides { $0.override("mailer") { _ in SilentMailer() } }
    /// try preview.resolve(Signup.self).run()   // sends nothing
    /// preview.close()
    /// ```
    ///
    /// - Returns: The child, which closes itself when its last reference is released. Slots, handles, and the methods of the container
    ///   use it inside ``ContainerScope/perform(_:)-(()->R)``.
    /// - Throws: ``ContainerError`` with all faults of the replacements, and on a thread that is resolving.
    public func openOverrides(_ overrides: (inout Registrations) throws -> Void) throws -> ContainerScope {
        ContainerScope(OpenScope(overriding: try overridden(overrides)), self)
    }

    private func overridden(_ overrides: (inout Registrations) throws -> Void) throws -> Generation {
        try refuseOverrideInResolve()
        var registrations = Registrations()
        try overrides(&registrations)
        return try resolving { base in
            let generation = try thinGeneration(registrations, over: base) ?? wholeGeneration(registrations, over: base)
            try generation.adopted { try generation.open() }
            return generation
        }
    }

    /// Throws ``ContainerError`` on a thread that is resolving: it stays in its generation, and would never see replacements.
    func refuseOverrideInResolve() throws {
        let resolution = Resolution.current
        guard resolution.pinned(of: current) == nil, TaskBuild.current(in: current) == nil else {
            throw ContainerError(.overrideInResolve(TaskBuild.path?.ids ?? resolution.ids))
        }
    }

    /// A generation with a plan of its own, for overrides that change more than a few services.
    private func wholeGeneration(_ registrations: Registrations, over base: Generation) throws -> Generation {
        let settings = registrations.settings
        let misplaced =
            (settings.isEmpty ? [] : base.settingCheck.unfit(settings))
            + base.plan.graph.preferences.unusedStores(of: registrations.beneath, .fault)
        let graph = try ContainerError.joining(misplaced) { try validated(registrations, over: base, isWhole: true) }
        // In this order: the dependencies of every listed instance are then known.
        let held = base.instances.holdings
        let diff = GenerationDiff(from: base, to: graph, traces: base.context.traces, for: .override)
        return overriding(base, by: graph, borrowing: held, diff)
    }

    /// A generation over another one, which lends it some of its instances.
    func overriding(
        _ base: Generation, by graph: DefinitionGraph, borrowing held: [Holding], _ diff: GenerationDiff
    ) -> Generation {
        let identities = ServiceIdentities(count: graph.definitions.count)
        let generation = generation(graph, traces: base.context.traces, identities: identities, base: base)
        generation.borrow(held, of: base, diff.positions)
        return generation
    }

    private func validated(
        _ registrations: Registrations, over base: Generation, isWhole: Bool = false
    ) throws -> DefinitionGraph {
        let (graph, remarks) = try validated([base.wholeLayer, registrations.beneath, registrations.above])
        if isWhole { try report(remarks.onRules(registrations.beneath.rules)) }
        return graph
    }

    /// Reports what the rules of an override do not reach; a rule over which another one takes precedence is an error.
    private func report(_ remarks: [Diagnostic]) throws {
        let faults = remarks.filter { $0.code == .shadowedRule }
        if !faults.isEmpty { throw ContainerError(faults.map(\.asFault)) }
        diagnostics.report(remarks)
    }

    /// A generation that reads everything but the replaced services from `base`; nil if the overrides change more than that.
    ///
    /// Overrides of the same services by the same types are validated once.
    private func thinGeneration(_ registrations: Registrations, over base: Generation) throws -> Generation? {
        guard registrations.replaceOnly, let definitions = base.replacements(registrations.above.definitions) else {
            return nil
        }
        let replacements = definitions.map(\.replacement)
        let known = base.tables.layers[replacements]
        if case .some(nil) = known { return nil }
        let services = definitions.map { base.plan.replacement(at: $0.position, by: $0.definition) }
        let shape: LayerShape
        if case .some(let known?) = known {
            shape = known
        } else {
            _ = try validated(registrations, over: base)
            let uses = base.tables.serviceUses(in: base.plan.graph)
            guard replacements.allSatisfy({ base.plan.graph.isReplaceable(at: $0.position, uses) }) else {
                base.tables.layers.note(nil, for: replacements)
                return nil
            }
            shape = LayerShape(replacements, services, over: base)
            base.tables.layers.note(shape, for: replacements)
        }
        return generation(services, shape, registrations.above, over: base)
    }
}

extension Generation {
    /// The definitions with the positions of the services that they replace; nil if a layer cannot replace these.
    fileprivate func replacements(_ definitions: [Definition])
        -> [(position: Int, definition: Definition, replacement: Replacement)]?
    {
        guard !context.isThin, plan.asynchronous == nil, plan.hooks.areRepeatable, plan.namesAreCurrent else {
            return nil
        }
        var found: [(position: Int, definition: Definition, replacement: Replacement)] = []
        for definition in definitions {
            guard case .swift(let factory) = definition.construction, !factory.isAsync, factory.arguments.isEmpty,
                let position = plan.graph.table.index[definition.id],
                !found.contains(where: { $0.position == position })
            else { return nil }
            var definition = definition
            // Whatever collects the service collects its replacement.
            if definition.tags.isEmpty { definition.tags = plan.graph.definitions[position].tags }
            found.append(
                (
                    position, definition,
                    Replacement(
                        position: position, type: factory.product.target, scope: definition.scope,
                        isSendable: factory.isSendable)
                ))
        }
        return found
    }

    /// Uses the instances of another generation, which it leases during its life, without owning them.
    fileprivate func borrow(_ held: [Holding], of base: Generation, _ positions: [Int?]) {
        base.reference.leases.begin()
        let lent = held.filter { positions[$0.position] != nil }
        instances.dependencyLog.inherit(base.runtimeDependencies, of: lent.lazy.map(\.position), positions)
        let moved = lent.compactMap { holding in positions[holding.position].map { holding.lent.moved(to: $0) } }
        _ = instances.adopt(moved, judgedAt: instances.clearings)
        _ = instances.adoptWeakly(moved, judgedAt: instances.clearings)
    }
}
