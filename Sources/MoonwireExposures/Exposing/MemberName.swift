/// A member of a generated exposure, or an element of the list of all types, by its name.
struct MemberName: Sendable, Hashable, CustomStringConvertible {
    let type: String
    /// `init(brand:)`, `start(gear:)`, `brand`, `$engine` for a slot, or `any Driving` for a protocol.
    let member: String

    /// An element of the list of all types.
    static func listed(_ type: String) -> MemberName { MemberName(type: type, member: "") }

    var description: String { member.hasPrefix("any ") ? "\(type) as \(member)" : "\(type).\(member)" }
}

extension PlannedExposure {
    func name(_ function: PlannedFunction) -> MemberName { name(function.function.fullName) }
    func name(_ property: PropertyDeclaration) -> MemberName { name(property.name) }
    func name(_ slot: PlannedSlot) -> MemberName { name("$\(slot.property.name)") }
    func name(isolation: String) -> MemberName { name("@\(isolation)") }
    func name(provided: String) -> MemberName { name("any \(provided)") }

    private func name(_ member: String) -> MemberName { MemberName(type: type.name, member: member) }
}
