import MoonwireSupport
import MoonwireValues

extension Container {
    /// Opens a scope while `operation` runs, in this task and in the tasks that it creates.
    ///
    /// Each service of the scope has one instance inside, which slots, handles, and ``resolve(_:as:)-(_,T.Type)`` find. At the end, also
    /// after an error or a cancellation, the instances that were built inside are stopped, latest first. Other tasks are not
    /// affected, and can open the same scope at the same time.
    ///
    /// ```swift
    /// let response = try container.withScope("request") {
    ///     $0.supply(user, for: "user")
    /// } operation: {
    ///     try container.resolve("handler", as: Handler.self).respond()
    /// }
    /// ```
    ///
    /// A scope stays in the generation in which it was opened, whatever is reloaded meanwhile. A task that outlives the scope no
    /// longer finds it.
    ///
    /// - Parameters:
    ///   - name: The name of the scope, which a script or the application declares.
    ///   - instances: Supplies instances of services of the scope.
    ///   - body: The operation.
    /// - Returns: The result of `operation`.
    /// - Throws: ``ContainerError`` for a scope that is not declared, or whose outer scope is not open, and for instances that do
    ///   not fit; and the errors of `operation`.
    public func withScope<R>(
        _ name: String, _ instances: (inout ScopeInstances) throws -> Void = { _ in }, operation body: () throws -> R
    ) throws -> R {
        let scope = try open(name, in: nil, instances)
        defer { scope.close() }
        return try Override.with(scope, body)
    }

    /// Opens a scope while `operation` runs, in this task and in the tasks that it creates.
    public func withScope<R>(
        _ name: String, _ instances: (inout ScopeInstances) throws -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation, operation body: () async throws -> R
    ) async throws -> R {
        let scope = try open(name, in: nil, instances)
        do {
            let result = try await Override.with(scope, isolation: isolation, body)
            await scope.close()?.value
            return result
        } catch {
            await scope.close()?.value
            throw error
        }
    }

    /// Opens a scope until ``ContainerScope/close()``; ``withScope(_:_:operation:)`` also closes it.
    ///
    /// For code that cannot run its work inside a closure, such as a bridge to another framework. The scope is opened inside
    /// those of this task.
    ///
    /// ```swift
    /// let scope = try container.openScope("request") { $0.supply(user, for: "user") }
    /// let handler = try scope.resolve("handler", as: Handler.self)
    /// scope.close()
    /// ```
    public func openScope(
        _ name: String, _ instances: (inout ScopeInstances) throws -> Void = { _ in }
    ) throws -> ContainerScope {
        ContainerScope(try open(name, in: nil, instances), self)
    }

    /// Opens a scope inside another one, or inside those of this task.
    func open(
        _ name: String, in outer: OpenScope?, _ instances: (inout ScopeInstances) throws -> Void
    ) throws -> OpenScope {
        let resolution = Resolution.current
        // A resolve in progress stays in its generation: this thread would never find the scope.
        guard resolution.pinned(of: current) == nil, TaskBuild.current(in: current) == nil else {
            throw ContainerError(.scopeInResolve(name, TaskBuild.path?.ids ?? resolution.ids))
        }
        let base = try lease(forScope: name, in: outer)
        defer { base.endLease() }
        var supplied = ScopeInstances(inGeneration: base.lowest.context.number)
        try instances(&supplied)
        return try open(name, over: base, supplied)
    }

    /// The generation over which a scope is opened.
    private func lease(forScope name: String, in outer: OpenScope?) throws -> Generation {
        if let outer {
            guard let base = outer.lease() else { throw ContainerError(.scopeClosed(outer.closed, opening: name)) }
            return base
        }
        guard let base = Override.lease(of: current) ?? current.lease() else { throw current.ended() }
        return base
    }

    private func open(_ name: String, over base: Generation, _ supplied: ScopeInstances) throws -> OpenScope {
        let members = try base.tables.scopes.members(of: name, in: base.plan)
        try base.checkNesting(of: members)
        let generation = ScopeLayer.generation(of: name, members, over: base, metadata: supplied.metadata)
        try generation.adopted {
            if !supplied.all.isEmpty { try generation.supplyFirst(supplied) }
        }
        return OpenScope(name, generation)
    }
}

extension Generation {
    /// Checks that a scope can be opened here.
    fileprivate func checkNesting(of members: ScopeMembers) throws {
        guard let definition = members.definition, let outer = definition.parent, !hasScope(outer) else { return }
        throw ContainerError(
            .outerScopeNotOpen(definition, outer, wasClosed: Override.wasInScope(outer, of: context.current)))
    }

    /// Supplies the first instances of a scope.
    fileprivate func supplyFirst(_ supplied: ScopeInstances) throws {
        var faults: [Diagnostic] = []
        for (id, instance) in supplied.all {
            let object = boxed(instance)
            do {
                let position = plan.graph.table.original(ofServiceAt: try position(of: id))
                let service = plan.services[position]
                guard let name = context.scope?.name, service.scope == .named(name) else {
                    throw ContainerError(.supplyOfOtherScope(service.definition, to: context.scope?.name ?? ""))
                }
                try checkSupply(object, ofServiceAt: position)
                try checkUses(of: object, byServiceAt: position)
                for former in supply(object, at: position) { former.holding.instance.release() }
            } catch let error as ContainerError { faults += error.diagnostics }
        }
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    /// The fault of a service that is resolved while its scope is not open.
    func scopeNotOpen(_ name: String, neededBy service: PlannedService) -> Diagnostic {
        let current = context.current
        if Override.wasInScope(name, of: current) { return .scopeNotOpen(service.definition, .closed) }
        let isOpen = Override.scope(of: current)?.generation.hasScope(name) == true
        return .scopeNotOpen(service.definition, isOpen ? .hidden : .notOpened)
    }
}
