import MoonwireValues

extension Generation {
    /// A new instance of the service at a position, built with arguments.
    func instance(at index: Int, with given: GivenArguments) throws -> AnyObject {
        let service = plan.services[index]
        guard service.arguments != nil else {
            try given.check(for: service)
            return try instance(at: index)
        }
        if service.scope.timeToLive != nil {
            let instance = try cachedInstance(service, with: given)
            if service.hooks != nil { try hookRunner.resolved(instance, service, with: given) }
            return instance
        }
        if isAsynchronous(index) { throw mustBeAsynchronous(service) }
        try given.check(for: service)
        return try withExtendedLifetime(given) {
            let instance = try build(service, given)
            if service.hooks != nil { try hookRunner.resolved(instance, service, with: given) }
            try given.checkRead(by: service)
            return instance
        }
    }

    /// The instance of a service of scope cached for these arguments; built once, here or by another thread.
    func cachedInstance(_ service: PlannedService, with given: GivenArguments) throws -> AnyObject {
        if let owner = owner(of: service) {
            return try Resolution.current.within(owner, insteadOf: self) {
                try owner.cachedInstance(service, with: given)
            }
        }
        let place = try place(of: service, for: given)
        if let ready = place.instance { return ready }
        if isAsynchronous(service.index) { throw mustBeAsynchronous(service) }
        return try BuildBoard.instance(service, at: place.identity, of: self, ready: { place.instance }) {
            let fresh = try withExtendedLifetime(given) { try build(service, given) }
            try keep(fresh, service, at: place)
            return fresh
        }
    }

    /// The place of the instance of a service of scope cached for these arguments.
    func place(of service: PlannedService, for given: GivenArguments) throws -> ArgumentCaches.Place {
        try given.check(for: service)
        return instances.argumentCaches.place(
            for: try given.key(of: service), at: service.index, limit: service.scope.limit)
    }

    /// Stores a new instance of a service of scope cached.
    func keep(_ fresh: AnyObject, _ service: PlannedService, at place: ArgumentCaches.Place) throws {
        try checkShareable(fresh, service)
        guard let duration = service.scope.timeToLive else { return }
        place.fill(fresh, plan.graph.layers.clock.expiry(after: duration))
    }
}

extension PlanSource {
    /// The arguments that a reference passes, with everything in them built.
    func given(_ passed: PassedValues) throws -> GivenArguments {
        let own = try passed.values.compactMap { name, value in
            try generation.settled(value).map { (name: name, value: try settled($0)) }
        }
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
    /// The service under construction, or the one that contains it: a service without an id has no arguments of its own.
    var serviceWithArguments: PlannedService? {
        // A slot of an owner that exists is not a part of the build that reads it.
        let end = slots.late?.start
        var next = innermost
        while next != end, let frame = next?.pointee {
            let service = frame.service.takeUnretainedValue()
            if service.index >= 0 || frame.outer == end { return service }
            next = frame.outer
        }
        return nil
    }

    /// The arguments of the service under construction; nil if it takes none.
    var givenArguments: GivenArguments? {
        innermost == slots.late?.start ? nil : innermost?.pointee.arguments?.takeUnretainedValue()
    }
}

extension GivenArguments {
    /// The values by which an instance of a service is cached.
    fileprivate func key(of service: PlannedService) throws -> ArgumentCaches.Key {
        var key: ArgumentCaches.Key = [:]
        for (name, value) in values {
            do { key[name] = try value.plainValue } catch is ConversionError {
                let path = Resolution.current.ids + [service.id]
                throw ContainerError(.argumentIsNoKey(name, of: service.definition, path: path))
            }
        }
        return key
    }
}
