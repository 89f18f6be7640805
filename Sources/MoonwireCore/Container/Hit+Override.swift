extension Generation {
    /// The existing instance of the service that provides a type, for a thread inside an override; ends the lease of its generation.
    ///
    /// Nil if the general path is needed.
    @inline(never) func hitInOverride(_ type: ObjectIdentifier, sendable: Bool) -> Hit? {
        defer { endLease() }
        guard sendable, case .one(let position, let caster) = plan.lookup(type) else { return nil }
        return hit(at: position, caster)
    }

    /// The same for the service with an id.
    @inline(never) func hitInOverride(_ id: String, hash: UInt64, _ type: ObjectIdentifier, sendable: Bool) -> Hit? {
        defer { endLease() }
        guard sendable, let position = plan.hitNames.position(of: id, hash: hash),
            let caster = plan.services[position].hitCaster(for: type)
        else { return nil }
        return hit(at: position, caster)
    }

    private func hit(at position: Int, _ caster: Unmanaged<AnyCaster>) -> Hit? {
        guard Resolution.lent._withUnsafeGuaranteedRef(\.isIdle) else { return nil }
        let instance = context.current.gate.read {
            (context.isThin ? instances.shared.find(position) : instances.shared.peek(position))?.retain()
        }
        return instance.map { Hit(instance: $0, caster: caster) }
    }
}
