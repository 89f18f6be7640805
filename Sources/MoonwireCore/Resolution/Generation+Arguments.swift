import MoonwireValues

extension Generation {
    /// A new instance of the service at a position, built with arguments.
    func instance(at index: Int, with given: GivenArguments) throws -> AnyObject {
        let service = plan.services[index]
        guard service.arguments != nil else {
            try given.check(for: service)
            return try instance(at: index)
        }
        if isAsynchronous(index) { throw mustBeAsynchronous(service) }
        let instance = try build(service, with: given)
        if service.hooks != nil { try hookRunner.resolved(instance, service, with: given) }
        return instance
    }

    /// Builds a service that takes arguments; throws ``ContainerError`` if the given ones are not those that it takes.
    func build(_ service: PlannedService, with given: GivenArguments) throws -> AnyObject {
        try given.check(for: service)
        let instance = try withExtendedLifetime(given) { try build(service, given) }
        try given.checkRead(by: service)
        return instance
    }
}

extension PlanSource {
    /// The arguments that a reference passes, with everything in them built.
    func given(_ passed: PassedValues) throws -> GivenArguments {
        let own = try passed.values.map { (name: $0.name, value: try settled($0.value)) }
        guard passed.passesOn, let outer = Resolution.current.givenArguments else { return GivenArguments(own) }
        return GivenArguments(own + outer.values.filter { !passed.names.contains($0.name) }, passedOnFrom: outer)
    }

    /// A value without anything that depends on the service that passes it.
    private func settled(_ value: PlannedValue) throws -> PlannedValue {
        if value.isFilledInLate { return try settled(try filledIn(value)) }
        switch value.content {
        case .list(let elements): return PlannedValue(.list(try elements.map(settled)), isSecret: value.isSecret)
        case .map(let entries):
            return PlannedValue(.map(try entries.map { ($0.key, try settled($0.value)) }), isSecret: value.isSecret)
        default: return try object(value).map { PlannedValue(object: $0, isSecret: value.isSecret) } ?? value
        }
    }
}

extension Resolution {
    /// The service under construction.
    var innermostService: PlannedService? { innermost?.pointee.service.takeUnretainedValue() }

    /// The default that an argument has in the definition of the service under construction, or in the one that contains it.
    func argumentDefault(_ name: String) -> PlannedValue? {
        var next = innermost
        while let frame = next?.pointee {
            let service = frame.service.takeUnretainedValue()
            if service.index >= 0 { return service.argumentDefaults[name] }
            next = frame.outer
        }
        return nil
    }

    /// The arguments of the service under construction; nil if it takes none.
    var givenArguments: GivenArguments? { innermost?.pointee.arguments?.takeUnretainedValue() }
}
