import MoonwireValues

extension Preference: DeclaredSlot {
    static var kind: SlotDescription.Kind { .preference }

    static func read(_ slot: BoundSlot<Self>) throws -> Value { try PreferenceSlot(slot).readOrThrow() }

    static func assign(_ value: Value, to slot: BoundSlot<Self>) throws { try PreferenceSlot(slot).set(value) }

    /// When a container takes over an owner, the slot must match a preference.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {
        if slot.address.pointee.home?.current !== adoption.home.current {
            slot.address.pointee.home = adoption.home
        }
        let slot = PreferenceSlot(slot)
        do {
            try adoption.generation.check(try slot.definition(in: adoption.generation), fits: Value.self)
        } catch let error as ContainerError {
            throw slot.said(error, in: adoption.service?.definition)
        }
    }
}
