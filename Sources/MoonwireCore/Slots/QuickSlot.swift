import MoonwireSupport
import MoonwireValues

/// A required slot of a class, described once, so that an instance that exists is stored without a look at the types again.
struct QuickSlot: Sendable {
    private let type: ObjectIdentifier
    /// Whether the type is a class: its values are references, and nil is a null reference.
    private let isOfClass: Bool
    /// Where the parts are in the slot.
    private let valueOffset: Int
    private let homeOffset: Int
    private let idOffset: Int
    /// Code for one type, which looks up metadata each time; for slots that are not of a class.
    private let hasValue: @Sendable (UnsafeMutableRawPointer) -> Bool
    private let put: @Sendable (UnsafeMutableRawPointer, AnyObject, AnyCaster) -> Bool

    /// Nil for an optional slot, which is filled late.
    init?<Value>(_: Injected<Value>.Type) {
        typealias Slot = Injected<Value>
        guard !(Value.self is any OptionalType.Type), let valueOffset = MemoryLayout<Slot>.offset(of: \.value),
            let homeOffset = MemoryLayout<Slot>.offset(of: \.home), let idOffset = MemoryLayout<Slot>.offset(of: \.id)
        else { return nil }
        type = ObjectIdentifier(Value.self)
        isOfClass = Value.self is AnyObject.Type
        (self.valueOffset, self.homeOffset, self.idOffset) = (valueOffset, homeOffset, idOffset)
        hasValue = { $0.assumingMemoryBound(to: Slot.self).pointee.value != nil }
        put = { address, instance, caster in
            let slot = address.assumingMemoryBound(to: Slot.self)
            if caster.isDirect {
                slot.pointee.value = unsafeBitCast(instance, to: Value.self)
                return true
            }
            guard let value = unsafeDowncast(caster, to: Caster<Value>.self).cast(instance) else { return false }
            slot.pointee.value = value
            return true
        }
    }

    /// Stores the instance of a shared service, if it exists; otherwise, false, and the general way fills the slot.
    ///
    /// The generation has no rules and no hooks of slots, serves all tasks, and nothing is to be recorded.
    func fill(_ field: SlotField, of owner: AnyObject, from generation: Generation, _ home: SlotHome) -> Bool {
        let slot = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque()) + field.offset
        // The offsets are those of stored properties with these types.
        let slotHome = (slot + homeOffset).assumingMemoryBound(to: SlotHome?.self)
        if slotHome.pointee?.current !== home.current { slotHome.pointee = home }
        if isFilled(slot) { return true }
        // Otherwise, the slot belongs to another adoption, which a value may depend on.
        guard slotHome.pointee === home else { return false }
        let id = (slot + idOffset).assumingMemoryBound(to: String?.self).pointee
        guard let (position, caster) = generation.hit(id, type), let instance = generation.readyInstance(at: position)
        else { return false }
        return caster._withUnsafeGuaranteedRef { caster in
            guard isOfClass, caster.isDirect else { return put(slot, instance, caster) }
            // The slot is empty, so that there is no former reference to release.
            (slot + valueOffset).storeBytes(of: Unmanaged.passRetained(instance).toOpaque(), as: UnsafeRawPointer.self)
            return true
        }
    }

    private func isFilled(_ slot: UnsafeMutableRawPointer) -> Bool {
        isOfClass ? (slot + valueOffset).load(as: UnsafeRawPointer?.self) != nil : hasValue(slot)
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
