import MoonwireSupport
import MoonwireValues

/// A retained instance, and its caster to the requested type.
@usableFromInline struct Hit {
    @usableFromInline let instance: Unmanaged<AnyObject>
    /// Casters belong to exposures and registrations, which live as long as the container, or as long as the override that the
    /// task is in.
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

/// The result of one lookup in the current generation.
private enum LookupResult {
    /// An existing instance.
    case instance(Hit)
    /// A service that this thread builds, in a generation that is leased and retained for it.
    case directBuild(Unmanaged<DirectBuild>, Unmanaged<Generation>, Unmanaged<Resolution>, Unmanaged<AnyCaster>)
    /// It depends on whether this task is in one of the open scopes.
    case scoped(Unmanaged<Resolution>)
}

extension Container {
    /// The service that provides a type, if it has an instance or a direct build; takes no lock.
    ///
    /// Nil if the general path is needed: for a thread that is resolving, possibly in another generation, and for a
    /// service whose type depends on the instance.
    ///
    /// `sendable` states whether any thread may receive the instance.
    ///
    /// `awaiting` states whether the caller can await a build: then no service that may need one is built here.
    @usableFromInline func hit(_ type: ObjectIdentifier, sendable: Bool, awaiting: Bool = false) throws -> Hit? {
        let isOverridden = current.overrides.isAny
        if isOverridden {
            // A request of an asynchronous function is a dependency of its build.
            if TaskBuild.current(in: current) != nil { return nil }
            if let override = Override.lease(of: current) { return override.hitInOverride(type, sendable: sendable) }
        }
        let resolution = Resolution.lent
        guard resolution._withUnsafeGuaranteedRef(\.isIdle) else { return nil }
        let result = current.peek { generation -> LookupResult? in
            guard case .one(let position, let caster) = generation.plan.lookup(type) else { return nil }
            if sendable, let instance = generation.instances.shared.peek(position) {
                // A reload meanwhile: this task may be in a scope, which stays in the former generation.
                guard current.overrides.isAny == isOverridden else { return nil }
                return .instance(Hit(instance: instance.retain(), caster: caster))
            }
            if current.scopes.isAny {
                guard sendable, let instance = Override.instance(inScopeOver: generation, at: position) else {
                    return .scoped(resolution)
                }
                return .instance(Hit(instance: instance.retain(), caster: caster))
            }
            return generation.directBuild(at: position, sendable, awaiting, caster, resolution)
        }
        if case .scoped? = result { return try scopedHit(type, sendable, awaiting, resolution) }
        return try take(result)
    }

    /// The same for the service with an id.
    @usableFromInline func hit(
        _ id: String, _ type: ObjectIdentifier, sendable: Bool, awaiting: Bool = false
    ) throws -> Hit? {
        try hit(id, hash: NameHash.of(id), type, sendable: sendable, awaiting: awaiting)
    }

    @usableFromInline func hit(
        _ id: String, hash: UInt64, _ type: ObjectIdentifier, sendable: Bool, awaiting: Bool = false
    ) throws -> Hit? {
        let isOverridden = current.overrides.isAny
        if isOverridden {
            if TaskBuild.current(in: current) != nil { return nil }
            if let override = Override.lease(of: current) {
                return override.hitInOverride(id, hash: hash, type, sendable: sendable)
            }
        }
        let resolution = Resolution.lent
        guard resolution._withUnsafeGuaranteedRef(\.isIdle) else { return nil }
        let result = current.peek { generation -> LookupResult? in
            guard let position = generation.plan.hitNames.position(of: id, hash: hash) else { return nil }
            let instance = sendable ? generation.instances.shared.peek(position) : nil
            if instance == nil, current.scopes.isAny {
                guard sendable, let instance = Override.instance(inScopeOver: generation, at: position),
                    let caster = generation.hitCaster(at: position, for: type)
                else { return .scoped(resolution) }
                return .instance(Hit(instance: instance.retain(), caster: caster))
            }
            guard instance != nil || generation.plan.directBuild(at: position) != nil,
                let caster = generation.hitCaster(at: position, for: type)
            else { return nil }
            guard let instance else {
                return generation.directBuild(at: position, sendable, awaiting, caster, resolution)
            }
            // As above.
            guard current.overrides.isAny == isOverridden else { return nil }
            return .instance(Hit(instance: instance.retain(), caster: caster))
        }
        if case .scoped? = result { return try scopedHit(id, hash: hash, type, sendable, awaiting, resolution) }
        return try take(result)
    }

    /// As above, while there are open scopes, for a service without an instance, and for a scope of another generation.
    @inline(never) private func scopedHit(
        _ type: ObjectIdentifier, _ sendable: Bool, _ awaiting: Bool, _ resolution: Unmanaged<Resolution>
    ) throws -> Hit? {
        if let scope = Override.scope(of: current) {
            return sendable ? scope.hit(type) : nil
        }
        return try take(
            current.peek { generation -> LookupResult? in
                guard case .one(let position, let caster) = generation.plan.lookup(type) else { return nil }
                return generation.directBuild(at: position, sendable, awaiting, caster, resolution)
            })
    }

    @inline(never) private func scopedHit(
        _ id: String, hash: UInt64, _ type: ObjectIdentifier, _ sendable: Bool, _ awaiting: Bool,
        _ resolution: Unmanaged<Resolution>
    ) throws -> Hit? {
        if let scope = Override.scope(of: current) {
            return sendable ? scope.hit(id, hash: hash, type) : nil
        }
        return try take(
            current.peek { generation -> LookupResult? in
                guard let position = generation.plan.hitNames.position(of: id, hash: hash),
                    let caster = generation.hitCaster(at: position, for: type)
                else { return nil }
                return generation.directBuild(at: position, sendable, awaiting, caster, resolution)
            })
    }

    /// The value of a parameter that is known and needs no conversion; takes no lock.
    func knownParameter<T>(_ name: String, as type: T.Type) -> T? {
        if current.overrides.isAny { return nil }
        guard Resolution.lent._withUnsafeGuaranteedRef(\.isIdle) else { return nil }
        guard let value = current.peek({ $0.parameters.knownValue(of: name) }) else { return nil }
        switch value {
        case .text(let text): return type == String.self ? unsafeBitCast(text, to: T.self) : nil
        case .boolean(let boolean): return type == Bool.self ? unsafeBitCast(boolean, to: T.self) : nil
        case .number(let number): return type == Double.self ? unsafeBitCast(number, to: T.self) : nil
        case .integer(let integer):
            guard type == Int.self, let integer = Int(exactly: integer) else { return nil }
            return unsafeBitCast(integer, to: T.self)
        default: return nil
        }
    }

    @inline(__always) private func take(_ result: LookupResult?) throws -> Hit? {
        switch result {
        case .instance(let hit)?: return hit
        case .directBuild(let directBuild, let generation, let resolution, let caster)?:
            return Hit(instance: try Self.make(directBuild, generation, resolution), caster: caster)
        case .scoped?, nil: return nil
        }
    }

    @inline(never) private static func make(
        _ directBuild: Unmanaged<DirectBuild>, _ generation: Unmanaged<Generation>, _ resolution: Unmanaged<Resolution>
    ) throws -> Unmanaged<AnyObject> {
        try resolution._withUnsafeGuaranteedRef { resolution in
            try resolution.starting(in: generation) { generation in
                .passRetained(try directBuild._withUnsafeGuaranteedRef { try generation.instance(of: $0, resolution) })
            }
        }
    }
}

extension OpenScope {
    fileprivate func hit(_ type: ObjectIdentifier) -> Hit? {
        current.gate.read { isOpen ? generation.hitInScope(type) : nil }
    }

    fileprivate func hit(_ id: String, hash: UInt64, _ type: ObjectIdentifier) -> Hit? {
        current.gate.read { isOpen ? generation.hitInScope(id, hash: hash, type) : nil }
    }
}

extension Generation {
    // The properties of a plan are read in a method, because a copy of a plan retains all its parts.

    fileprivate func hitInScope(_ type: ObjectIdentifier) -> Hit? {
        guard case .one(let position, let caster) = plan.lookup(type) else { return nil }
        return instances.shared.find(position).map { Hit(instance: $0.retain(), caster: caster) }
    }

    fileprivate func hitInScope(_ id: String, hash: UInt64, _ type: ObjectIdentifier) -> Hit? {
        guard let position = plan.hitNames.position(of: id, hash: hash),
            let instance = instances.shared.find(position), let caster = plan.services[position].hitCaster(for: type)
        else { return nil }
        return Hit(instance: instance.retain(), caster: caster)
    }

    @inline(__always) fileprivate func hitCaster(at position: Int, for type: ObjectIdentifier) -> Unmanaged<AnyCaster>?
    {
        instances.shared.ownCaster(position, for: type) ?? plan.services[position].hitCaster(for: type)
    }

    /// The direct build of a service, with a lease.
    fileprivate func directBuild(
        at position: Int, _ sendable: Bool, _ awaiting: Bool, _ caster: Unmanaged<AnyCaster>,
        _ resolution: Unmanaged<Resolution>
    ) -> LookupResult? {
        guard let directBuild = plan.directBuild(at: position),
            !sendable || directBuild._withUnsafeGuaranteedRef(\.isSendable), !awaiting || !mayAwait(position)
        else {
            return nil
        }
        reference.leases.begin()
        return .directBuild(directBuild, Unmanaged.passUnretained(self).retain(), resolution, caster)
    }
}
