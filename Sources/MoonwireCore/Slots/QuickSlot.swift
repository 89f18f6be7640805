import MoonwireSupport
import MoonwireValues

/// A required slot of a class, described once, so that an instance that exists is stored without a look at the types again.
struct QuickSlot: Sendable {
    /// The state of a slot that has just been adopted.
    enum State {
        case filled
        case empty(id: String?)
        /// It belongs to another adoption, which a value may depend on.
        case other
    }

    private let type: ObjectIdentifier
    private let adopt: @Sendable (UnsafeMutableRawPointer, SlotHome) -> State
    private let put: @Sendable (UnsafeMutableRawPointer, AnyObject, AnyCaster) -> Bool

    /// Nil for a slot that is filled late; the slot has no value without a container.
    init?<S: InjectableSlot>(_: S.Type) {
        guard !S.isLate, !(S.Value.self is any OptionalType.Type) else { return nil }
        type = ObjectIdentifier(S.Value.self)
        adopt = { address, home in
            let slot = address.assumingMemoryBound(to: S.self)
            if slot.pointee.home?.current !== home.current { slot.pointee.home = home }
            if slot.pointee.value != nil { return .filled }
            return slot.pointee.home === home ? .empty(id: slot.pointee.id) : .other
        }
        put = { address, instance, caster in
            let slot = address.assumingMemoryBound(to: S.self)
            if caster.isDirect {
                slot.pointee.value = unsafeBitCast(instance, to: S.Value.self)
                return true
            }
            guard let value = unsafeDowncast(caster, to: Caster<S.Value>.self).cast(instance) else { return false }
            slot.pointee.value = value
            return true
        }
    }

    /// Stores the instance of a shared service, if it exists; otherwise, false, and the general way fills the slot.
    ///
    /// The generation has no rules and no hooks of slots, serves all tasks, and nothing is to be recorded.
    func fill(_ field: SlotField, of owner: AnyObject, from generation: Generation, _ home: SlotHome) -> Bool {
        let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque()) + field.offset
        switch adopt(address, home) {
        case .filled: return true
        case .other: return false
        case .empty(let id):
            guard let (position, caster) = generation.hit(id, type),
                let instance = generation.readyInstance(at: position)
            else { return false }
            return caster._withUnsafeGuaranteedRef { put(address, instance, $0) }
        }
    }
}

extension Generation {
    /// Whether slots may be filled by ``QuickSlot``.
    func fillsQuickly(_ home: SlotHome) -> Bool {
        guard plan.rules.book.rules.isEmpty, !plan.hooks.hasInjected, !isBeside, home.service == nil else {
            return false
        }
        var isNoted = false
        Resolution.current.observe(in: self) { _ in isNoted = true }
        return !isNoted
    }

    /// The service with an id, or the only one that provides the type, with its caster to the type, if a hit may return it.
    fileprivate func hit(_ id: String?, _ type: ObjectIdentifier) -> (Int, Unmanaged<AnyCaster>)? {
        guard let id else {
            guard case .one(let position, let caster) = plan.lookup(type) else { return nil }
            return (position, caster)
        }
        guard let position = plan.names.position(of: id) else { return nil }
        let caster =
            instances.shared.ownCaster(position, for: type) ?? plan.services[position].hitCaster(for: type)
        return caster.map { (position, $0) }
    }
}
