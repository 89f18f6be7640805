import MoonwireValues

extension HookRunner {
    /// Calls the `registered` hooks for every definition, before the first resolve; throws ``ContainerError`` if one of them fails.
    ///
    /// `blame` receives the hook that fails.
    func registered(blame: (Hook) -> Void) throws {
        let time = generation.plan.graph.layers.functionTime
        for service in generation.plan.services {
            for choice in service.hooks?.registered ?? [] {
                do { try registered(choice.planned, service, within: time) } catch {
                    blame(choice.planned.hook)
                    throw error
                }
            }
        }
    }

    private func registered(_ planned: PlannedHook, _ service: PlannedService, within time: CPUTimeLimit) throws {
        func tell() throws {
            let definition = generation.plan.graph.registeredDefinition(at: service.index)
            try run(planned, [.definition(definition)], info(.registered, service))
        }
        guard planned.hook.isOfScript else { return try tell() }
        try time.measure(tell) {
            .functionsTookTooLong(planned.hook.phrase, limit: $0, at: planned.hook.origin.location)
        }
    }

    /// Calls the `building` hooks before a build, which does not begin if one of them fails.
    func building(_ service: PlannedService) throws {
        for choice in service.hooks?.building ?? [] { try run(choice.planned, [], info(.building, service)) }
    }

    /// The instance after its `created` hooks: itself, or its replacement.
    ///
    /// `replace` receives each replacement that a hook returns, after its type has been checked.
    func created(
        _ instance: AnyObject, _ service: PlannedService, replace: (AnyObject) -> Void
    ) throws -> AnyObject {
        var current = instance
        for choice in service.hooks?.created ?? [] where applies(choice, to: current) {
            let info = info(.created, service, current)
            let answer = try run(choice.planned, [.object(current, isWeak: service.scope == .weak)], info)
            guard case .replacement(let replacement) = answer, replacement !== current else { continue }
            if let own = service.casters.first, !own.accepts(replacement) {
                throw ContainerError(
                    .wrongReplacement(
                        choice.planned.hook, of: info.id, dynamicType(of: replacement), wanted: own.targetType))
            }
            replace(replacement)
            current = replacement
        }
        return current
    }

    /// Calls the `resolved` hooks.
    ///
    /// The service counts as under construction meanwhile, so that a hook that resolves it again ends in an error.
    func resolved(_ instance: AnyObject, _ service: PlannedService, with given: GivenArguments? = nil) throws {
        guard let hooks = service.hooks, !hooks.resolved.isEmpty else { return }
        let chosen = hooks.resolvedNeedsType ? hooks.resolved.filter { applies($0, to: instance) } : hooks.resolved
        guard !chosen.isEmpty else { return }
        try Resolution.current.building(service, given) {
            let info = info(.resolved, service, instance)
            let arguments = [HookArgument.object(instance, isWeak: service.scope == .weak)]
            for choice in chosen { try run(choice.planned, arguments, info) }
        }
    }

    /// Calls the `failed` hooks; their errors are reported, because the build already has an error.
    func failed(_ error: ContainerError, _ service: PlannedService) {
        for choice in service.hooks?.failed ?? [] {
            report { try run(choice.planned, [.error(error)], info(.failed, service)) }
        }
    }

    /// Calls the `released` hooks; their errors are reported.
    func released(_ instance: AnyObject, _ service: PlannedService) {
        for choice in service.hooks?.released ?? [] where applies(choice, to: instance) {
            report { try run(choice.planned, [.object(instance, isWeak: false)], info(.released, service, instance)) }
        }
    }

    /// Whether the instance has the type of the hook's target, if that is known only now.
    private func applies(_ choice: ServiceHooks.Choice, to instance: AnyObject) -> Bool {
        guard choice.needsType, case .type(let name)? = choice.planned.hook.target?.kind else { return true }
        if let known = generation.exposure(of: instance)?.description { return known.allNames.contains(name) }
        let type = dynamicType(of: instance)
        return ([typeName(type), qualifiedTypeName(type)] + baseClassNames(of: type)).contains(name)
    }

    private func info(_ event: HookEvent, _ service: PlannedService, _ instance: AnyObject? = nil) -> HookInfo {
        let known = service.hookSubject
        let subject =
            known?.type != nil || instance == nil
            ? known
            : instance.map {
                HookSubject(
                    service.id, type: typeName(type(of: $0)), tags: known?.tags ?? [],
                    of: service.definition)
            }
        let resolution = Resolution.current
        guard let subject, resolution.isBuildingOnly(service) else {
            let subject = subject ?? HookSubject(service.id, type: service.typeName, of: service.definition)
            return HookInfo(event, subject, path: resolution.ids, ServiceResolver(generation))
        }
        return HookInfo(event, subject, path: subject.path, ServiceResolver(generation))
    }
}
