/// An instance that was already there, retained, and what turns it into the type that was asked for.
@usableFromInline struct Hit {
    @usableFromInline let instance: Unmanaged<AnyObject>
    /// Casters belong to exposures and registrations, which the container keeps as long as it lives.
    @usableFromInline let caster: Unmanaged<AnyCaster>

    @inlinable func take<T>() throws -> T {
        let object = instance.takeRetainedValue()
        return try caster._withUnsafeGuaranteedRef { caster in
            if caster.isDirect { return unsafeBitCast(object, to: T.self) }
            return try castThrough(caster, object)
        }
    }

    @inlinable func castThrough<T>(_ caster: AnyCaster, _ object: AnyObject) throws -> T {
        if let value = unsafeDowncast(caster, to: Caster<T>.self).cast(object) { return value }
        throw ContainerError(.brokenCast(to: "\(T.self)"))
    }
}

extension Container {
    /// The shared service that provides a type, when it is there; takes no lock and never retains the generation.
    @usableFromInline func hit(_ type: ObjectIdentifier) -> Hit? {
        if current.overrides.isAny { return nil }
        return current.peek { generation in
            guard case .one(let place, let caster) = generation.types.lookup(type),
                let instance = generation.instances.peek(place)
            else { return nil }
            return Hit(instance: instance.retain(), caster: caster)
        }
    }

    @usableFromInline func hit(_ id: String, _ type: ObjectIdentifier) -> Hit? {
        hit(id, hash: NameHash.of(id), type)
    }

    @usableFromInline func hit(_ id: String, hash: UInt64, _ type: ObjectIdentifier) -> Hit? {
        if current.overrides.isAny { return nil }
        return current.peek { generation in
            guard let place = generation.names.place(of: id, hash: hash),
                let instance = generation.instances.peek(place),
                let caster = generation.instances.ownCaster(place, for: type)
                    ?? generation.services[place].hitCaster(for: type)
            else { return nil }
            return Hit(instance: instance.retain(), caster: caster)
        }
    }
}
