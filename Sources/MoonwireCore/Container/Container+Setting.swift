import MoonwireSupport
public import MoonwireValues

// The values that an application sets while a container runs, which survive reloads.

extension Container {
    /// Supplies the instance of a synthetic service, or replaces the instance of any shared service.
    ///
    /// All decorators wrap the supplied instance, including those that a later reload adds. If the container has been started,
    /// what has a `start` among them is started, in a task of its own.
    ///
    /// Throws ``ContainerError`` for an unknown id, a service that is not shared, and an instance that does not have the type
    /// of the service, or the type that a service or a rule that uses it takes.
    public func supply<T: Sendable>(_ instance: T, for id: String) throws {
        let object = boxed(instance)
        // The replaced instances may depend on others, which are not stopped before them.
        let leased = current.lease()
        defer { leased?.endLease() }
        // Repeats the check if a reload took place meanwhile: the instance must fit the current wiring.
        while try !supply(object: object, for: id) {}
    }

    /// Supplies the instance of a synthetic service, or replaces the instance of any shared service.
    ///
    /// `try container.supply(FileLog(), for: .log)`
    ///
    /// Throws ``ContainerError`` as ``supply(_:for:)-(T,String)`` does.
    public func supply<T: Sendable>(_ instance: T, for key: ServiceKey<T>) throws { try supply(instance, for: key.id) }

    /// Supplies an instance; false if it was checked for a generation that has been replaced since.
    private func supply(object: AnyObject, for id: String) throws -> Bool {
        if try supplyInScope(object, for: id) { return true }
        guard let target = Override.leaseBelowScopes(of: current) ?? current.lease() else {
            throw current.ended(id)
        }
        defer { target.endLease() }
        try check(object, for: id, target)
        // An older generation, in which this thread resolves, keeps its instance if the new one does not fit there.
        let older = Resolution.current.pinned(of: current)?.unscoped
        let fitting = older.flatMap { (try? check(object, for: id, $0)) == nil ? nil : $0 }
        let replaced = try change { generation, _ -> (Generation, [Generation.Former])? in
            guard generation === target || generation === fitting else { return nil }
            let position = generation.plan.graph.table.original(ofServiceAt: try generation.position(of: id))
            return (generation, generation.supply(object, at: position))
        }
        letGo(of: replaced.compactMap { $0 }, unless: object)
        guard replaced[0] != nil else { return false }
        if try target.starts(id) { startAgain() }
        return true
    }

    /// Supplies an instance to the open scope that has the service; false if no open scope has it.
    private func supplyInScope(_ object: AnyObject, for id: String) throws -> Bool {
        guard let bound = Override.lease(of: current) else { return false }
        defer { bound.endLease() }
        guard bound.context.scope != nil else { return false }
        let position = bound.plan.graph.table.original(ofServiceAt: try bound.position(of: id))
        let scope = bound.owner(of: bound.plan.services[position]) ?? bound
        guard scope.context.scope != nil else { return false }
        try check(object, for: id, scope)
        letGo(of: [(scope, scope.supply(object, at: position))], unless: object)
        return true
    }

    /// No lock may be held: reading environment variables may run application code.
    private func check(_ object: AnyObject, for id: String, _ generation: Generation) throws {
        let position = generation.plan.graph.table.original(ofServiceAt: try generation.position(of: id))
        try generation.checkSupply(object, ofServiceAt: position)
        try generation.checkUses(of: object, byServiceAt: position)
    }

    private func letGo(of replaced: [(Generation, [Generation.Former])], unless object: AnyObject) {
        guard replaced.contains(where: { !$1.isEmpty }) else { return }
        current.gate.drain()
        for (generation, replaced) in replaced {
            var releases: [Release] = []
            for former in replaced {
                let holding = former.holding
                let instance = holding.instance.takeRetainedValue()
                if instance !== object, !former.isAdopted {
                    releases += generation.releases(
                        of: instance, at: former.position, from: holding.source, holding.provenance)
                }
            }
            generation.release(releases, after: current.lifecycle.currentStart)
        }
    }

    /// Sets a parameter for later builds, and then runs hooks.
    ///
    /// The value must fit every argument that uses the parameter. If no argument with a known type uses it, the value must be
    /// of the same kind as the former one.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter; dots lead into maps, as in `mail.port`.
    ///   - value: The new value, in which `%` and `@` have no meaning.
    ///   - declaring: Whether to add the parameter if it does not exist.
    ///   - file: The file to which messages about the value refer.
    ///   - line: The line in that file.
    /// - Throws: ``ContainerError`` for a name that is not defined, a value that does not fit, or a parameter that chose a
    ///   type, factory, or id; and if a hook fails, in which case the new value stays set.
    public func setParameter(
        _ name: String, to value: PlainValue, declaring: Bool = false, file: String = #fileID, line: Int = #line
    ) throws {
        try set(name, to: WiredValue(plain: value), declaring, ScriptLocation(file: file, line: line))
    }

    /// Sets an existing parameter to the argument of a command: text if the present value is text, and otherwise JSON.
    package func setParameter(_ name: String, toArgument text: String) throws {
        var value = PlainValue.text(text)
        let present = try parameter(name, as: PlainValue.self)
        // What is not JSON stays text, which the parameter refuses.
        if case .text = present {} else { value = JSONText(text).value ?? value }
        try set(name, to: WiredValue(plain: value), false, nil)
    }

    /// Sets a parameter to an object, which definitions that refer to the parameter pass unchanged.
    public func setParameter(
        _ name: String, to object: any AnyObject & Sendable, declaring: Bool = false, file: String = #fileID,
        line: Int = #line
    ) throws {
        try set(name, to: .object(object), declaring, ScriptLocation(file: file, line: line))
    }

    private func set(_ name: String, to value: WiredValue, _ isDeclaring: Bool, _ location: ScriptLocation?) throws {
        let setting = ParameterSettings.Setting(
            name: name, value: value, origin: Origin(location), isDeclaring: isDeclaring)
        // Repeats the check if a reload took place meanwhile: the value must fit the current wiring.
        while try !set(setting) {}
    }

    /// Sets a parameter; false if it was checked for a generation that has been replaced since.
    private func set(_ setting: ParameterSettings.Setting) throws -> Bool {
        guard let target = Override.leaseBelowScopes(of: current) ?? current.lease() else {
            throw current.ended()
        }
        defer { target.endLease() }
        // Before any lock is acquired, because variables of the environment may be read by application code.
        try check(setting, target)
        // An older generation, in which this thread resolves, keeps its value if the new one does not fit there.
        let bound = Override.lease(of: current)
        defer { bound?.endLease() }
        let older = (Resolution.current.pinned(of: current) ?? bound)?.unscoped
        let fitting = older.flatMap { (try? check(setting, $0)) == nil ? nil : $0 }
        let changes = try change { generation, settings -> (ParameterStore.Change, ParameterSettings)? in
            guard generation === target || generation === fitting else { return nil }
            // A replaced object of the application must be released outside the lock.
            let change = try generation.parameters.set(setting)
            let former = settings
            settings.set(setting, over: change.before)
            return (change, former)
        }
        guard let (change, _) = changes[0] else { return false }
        try target.hookRunner.parametersChanged(from: change.before, to: change.after)
        return true
    }

    private func check(_ setting: ParameterSettings.Setting, _ generation: Generation) throws {
        try generation.parameters.refuseFixed(setting.name)
        let faults = generation.settingCheck.check([setting])
        guard faults.isEmpty else { throw ContainerError(faults) }
    }

    /// Changes the current generation, and then the one in which this thread resolves, if it is older.
    ///
    /// Runs under the lock under which a reload takes over all settings, so that none is lost. Inside overrides, only the
    /// generation of the task is changed. A scope stays in its generation, which is changed too. What is set in the check of a reload is
    /// kept with its generation until that takes effect.
    private func change<R>(_ change: (Generation, inout ParameterSettings) throws -> R) throws -> [R] {
        if let override = Override.leaseBelowScopes(of: current) {
            defer { override.endLease() }
            guard override.instances.takeovers.isCandidate else {
                var settings = ParameterSettings()
                return [try change(override, &settings)]
            }
            return try settings.withLock { settings in
                if current.isCurrent(override) { return [try change(override, &settings)] }
                return [try override.parameters.changeEarlySettings { try change(override, &$0) }]
            }
        }
        let bound = Override.lease(of: current)
        defer { bound?.endLease() }
        let pinned = (Resolution.current.pinned(of: current) ?? bound)?.unscoped
        var leased: Generation?
        defer { leased?.endLease() }
        return try settings.withLock { settings in
            guard let now = current.lease() else { throw current.ended() }
            leased = now
            var results = [try change(now, &settings)]
            if let pinned, pinned !== now, let result = try? change(pinned, &settings) { results.append(result) }
            return results
        }
    }
}
