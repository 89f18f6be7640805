import MoonwireValues

extension Container {
    /// Resolves the service with that id; throws ``ContainerError`` if it is unknown, has another type, or cannot be built.
    ///
    /// `let jaguar = try container.resolve("jaguar", as: Car.self)`
    @inlinable public func resolve<T: Sendable>(_ id: String, as type: T.Type = T.self) throws -> T {
        if let hit = try hit(id, ObjectIdentifier(type), sendable: true) { return try hit.take() }
        return try resolveSlowly(id, sendable: true)
    }

    /// Resolves the service with that id, whose type is not `Sendable`: the caller receives its own instance.
    @inlinable public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> sending T {
        try sendable {
            if let hit = try hit(id, ObjectIdentifier(type), sendable: false) { return try hit.take() }
            return try resolveSlowly(id, sendable: false)
        }
    }

    /// Resolves the service with that key.
    ///
    /// `let jaguar = try container.resolve(.jaguar)`
    @inlinable public func resolve<T: Sendable>(_ key: ServiceKey<T>) throws -> T {
        if let hit = try hit(key.id, hash: key.hash, ObjectIdentifier(T.self), sendable: true) { return try hit.take() }
        return try resolveSlowly(key.id, sendable: true)
    }

    /// Resolves the service with that key, whose type is not `Sendable`.
    @inlinable public func resolve<T>(_ key: ServiceKey<T>) throws -> sending T {
        try sendable {
            if let hit = try hit(key.id, hash: key.hash, ObjectIdentifier(T.self), sendable: false) {
                return try hit.take()
            }
            return try resolveSlowly(key.id, sendable: false)
        }
    }

    /// Resolves the only service that provides that type; throws ``ContainerError`` if there is none, or more than one.
    @inlinable public func resolve<T: Sendable>(_ type: T.Type = T.self) throws -> T {
        if let hit = try hit(ObjectIdentifier(type), sendable: true) { return try hit.take() }
        return try resolveSlowly(sendable: true)
    }

    /// Resolves the only service that provides that type, which is not `Sendable`.
    @inlinable public func resolve<T>(_ type: T.Type = T.self) throws -> sending T {
        try sendable {
            if let hit = try hit(ObjectIdentifier(type), sendable: false) { return try hit.take() }
            return try resolveSlowly(sendable: false)
        }
    }

    /// Resolves all services with a tag, those of higher priority first, including services that are not public.
    ///
    /// `for task in try container.tagged("startup", as: (any Task).self) { task.run() }`
    public func tagged<T: Sendable>(_ tag: String, as type: T.Type = T.self) throws -> [T] {
        try resolving { generation in
            let positions = generation.positions(tagged: tag)
            generation.noteNeed { $0.note(tag: tag, isUsed: !positions.isEmpty, by: $1) }
            if positions.isEmpty { generation.reportEmpty(tag) }
            return try take(positions, from: generation)
        }
    }

    /// Nearly always, all of them exist, and are of one class.
    private func take<T>(_ positions: [Int], from generation: Generation) throws -> [T] {
        let isObserved = Resolution.current.isObserved
        var objects: [AnyObject] = []
        objects.reserveCapacity(positions.count)
        for position in positions {
            if isObserved { generation.noteNeed { $0.note(service: position, by: $1) } }
            guard let object = generation.readyInstance(at: position, exactly: ObjectIdentifier(T.self)) else {
                return try take(positions, after: instances(objects), from: generation)
            }
            objects.append(object)
        }
        return instances(objects)
    }

    /// Instances of the class `T` as such; if there are any, it is a class.
    private func instances<T>(_ objects: [AnyObject]) -> [T] {
        // Arrays of any class have the same layout as arrays of objects.
        objects.isEmpty ? [] : unsafeBitCast(objects, to: [T].self)
    }

    private func take<T>(_ positions: [Int], after first: [T], from generation: Generation) throws -> [T] {
        var services = first
        for position in positions[first.count...] {
            generation.noteNeed { $0.note(service: position, by: $1) }
            services.append(try take(position, from: generation, sendable: true))
        }
        return services
    }

    @usableFromInline func resolveSlowly<T>(_ id: String, sendable: Bool) throws -> T {
        try Resolution.current.resolving(in: current, for: id) { generation in
            generation.noteNeed { $0.note(id: id, leadingTo: generation.plan.names.position(of: id), by: $1) }
            let position = try generation.position(of: id)
            try generation.admit(id: id)
            return try resolve(at: position, generation, sendable)
        }
    }

    @usableFromInline func resolveSlowly<T>(sendable: Bool) throws -> T {
        try resolving { generation in
            generation.noteNeed { $0.note(type: ObjectIdentifier(T.self), by: $1) }
            return try resolve(at: try generation.position(ofType: T.self), generation, sendable)
        }
    }

    private func resolve<T>(at position: Int, _ generation: Generation, _ sendable: Bool) throws -> T {
        try generation.admit(position)
        generation.noteNeed { $0.note(service: position, by: $1) }
        return try take(position, from: generation, sendable: sendable)
    }

    private func take<T>(_ position: Int, from generation: Generation, sendable: Bool) throws -> T {
        try generation.take(try generation.instance(at: position), at: position, sendable: sendable)
    }

    /// An instance that is not `Sendable` is transient or belongs to this graph, so no other thread has it.
    @usableFromInline func sendable<T>(_ make: () throws -> T) rethrows -> sending T {
        nonisolated(unsafe) let own = try make()  // Validation refuses such types in every scope that is shared.
        return own
    }
}

extension Generation {
    /// An instance as the requested type; `sendable` states whether any thread may receive it.
    func take<T>(_ instance: AnyObject, at position: Int, sendable: Bool) throws -> T {
        if sendable, !isSendable(instance, ofServiceAt: position) {
            throw ContainerError(
                .notSendableResult(plan.services[position].definition, typeName(type(of: instance))))
        }
        return try cast(instance, ofServiceAt: position, as: T.self)
    }

    /// Records that a service that this thread builds depends on the requested service.
    func noteNeed(_ note: (RuntimeDependencyLog, _ position: Int) -> Void) {
        Resolution.current.observe(in: self) { note(instances.dependencyLog, $0) }
    }
}
