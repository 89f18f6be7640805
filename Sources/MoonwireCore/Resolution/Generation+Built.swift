import MoonwireValues

// References to services that are nil until the services are built.
extension Generation {
    /// The instance that a service has, without building one; nil if it has none.
    func builtInstance(at index: Int) throws -> AnyObject? {
        let service = plan.services[index]
        if let owner = owner(of: service) {
            return try Resolution.current.within(owner, insteadOf: self) { try owner.builtInstance(at: index) }
        }
        guard service.scope.isKept else { return nil }
        if case .cached = service.scope { forgetExpired(at: index) }
        guard let instance = heldInstance(of: service) else { return nil }
        if service.hooks != nil { try hookRunner.resolved(instance, service, with: service.noArguments) }
        return instance
    }

    /// The value with the services that have been built; nil if it is dropped.
    ///
    /// A call reads a value more than once, and a service may be built meanwhile.
    func settled(_ value: PlannedValue) throws -> PlannedValue? {
        guard value.dependsOnBuilt else { return value }
        switch value.content {
        case .built(let index, let isDropped):
            guard let instance = try builtInstance(at: index) else {
                return isDropped ? nil : PlannedValue(.value(.null))
            }
            // The build alone reads it, on the thread that has the object.
            return PlannedValue(.object(unsafeBitCast(instance, to: (any AnyObject & Sendable).self)))
        case .list(let elements):
            return PlannedValue(.list(try elements.compactMap(settled)), isSecret: value.isSecret)
        case .map(let entries):
            let kept = try entries.compactMap { entry in try settled(entry.value).map { (key: entry.key, value: $0) } }
            return PlannedValue(.map(kept), isSecret: value.isSecret)
        case .keyedMap(let entries):
            let kept = try entries.compactMap { entry, value in try settled(value).map { (entry: entry, value: $0) } }
            return PlannedValue(.keyedMap(kept), isSecret: value.isSecret)
        default: return value
        }
    }

    /// The arguments with the services that have been built; nil if one of them is dropped, and the call with it.
    func settled(_ arguments: PlannedArguments) throws -> PlannedArguments? {
        guard arguments.dependOnBuilt else { return arguments }
        var values: [PlannedValue?] = []
        for value in arguments.values {
            guard let value else {
                values.append(nil)
                continue
            }
            guard let settled = try settled(value) else { return nil }
            values.append(settled)
        }
        return PlannedArguments(values)
    }

    /// The arguments of a function with the services that have been built.
    func settled(_ arguments: PlannedService.FunctionArguments) throws -> PlannedService.FunctionArguments {
        PlannedService.FunctionArguments(
            positional: try arguments.positional.map { try settled($0) ?? PlannedValue(.value(.null)) },
            named: try arguments.named.compactMap { name, value in try settled(value).map { (name, $0) } })
    }

    /// The step with the services that have been built; nil if it is dropped.
    func settled(_ step: PlannedService.Step) throws -> PlannedService.Step? {
        switch step {
        case .set(let property, let value): try settled(value).map { .set(property, $0) }
        case .lateSet(let name, let value): try settled(value).map { .lateSet(name, $0) }
        case .call(let callable, let arguments): try settled(arguments).map { .call(callable, $0) }
        case .lateCall, .configure: step
        }
    }
}
