public import MoonwireValues

/// What an exposure records of a slot.
public struct SlotDescription: Sendable, Hashable, Codable {
    public let name: String
    /// The type that goes in, as its name reads; of an optional slot, the type in the optional.
    public let type: String
    /// The names by which rules may call the type; none for a protocol.
    public let typeNames: [String]
    /// The names of the protocols when the slot is declared as `any` of them.
    public let protocolNames: [String]
    /// What values fit.
    public let shape: ValueShape

    init(_ field: SlotField) {
        name = field.name
        type = field.type.name
        typeNames = field.type.typeNames
        protocolNames = field.type.protocolNames
        shape = field.type.shape
    }
}
