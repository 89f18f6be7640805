import MoonwireModel

/// An optional slot of a class, described once, so that owners are joined without a look at its type again.
struct OptionalSlot: Sendable {
    private let join: @Sendable (UnsafeMutableRawPointer, CurrentGeneration, UInt8, () -> SlotHome) -> Void

    /// Nil for a required slot.
    init?<Value>(_: Injected<Value>.Type) {
        guard let value = nothing(as: Value.self) else { return nil }
        nonisolated(unsafe) let none = value  // It is nil.
        join = { address, current, number, home in
            let slot = address.assumingMemoryBound(to: Injected<Value>.self)
            if slot.pointee.home?.current === current { return }
            slot.pointee.home = home()
            slot.pointee.none = none
            slot.pointee.number = number
        }
    }

    /// Stores the container that fills the slot, unless the slot has it already; `number` is that of the field, from 0.
    func join(
        _ field: SlotField, _ number: Int, of owner: AnyObject, _ current: CurrentGeneration, _ home: () -> SlotHome
    ) {
        let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque()) + field.offset
        join(address, current, number < EmptySlots.most ? UInt8(number + 1) : 0, home)
    }
}

extension SlotHome {
    /// Whether a read on this thread finds a slot empty, as an earlier one has found in this generation.
    ///
    /// An override or a scope may fill it, and a build in progress depends on the result.
    func knowsEmptySlot(_ number: UInt8) -> Bool {
        guard let empty, number != 0, empty.contains(number), !current.overrides.isAny, !current.scopes.isAny else {
            return false
        }
        return Resolution.lent._withUnsafeGuaranteedRef(\.isUndisturbed)
    }
}
