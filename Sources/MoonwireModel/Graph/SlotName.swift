/// The properties of a slot by which hooks select it.
package struct SlotName: Sendable, Hashable {
    package let owner: String
    /// The names of the owner's base classes, and its own with its module: each identifies the slot.
    package let otherOwners: [String]
    package let name: String
    /// The names of the slot's type and of the types that it conforms to, its own first.
    package let types: [String]

    package init(owner: String, otherOwners: [String] = [], name: String, types: [String]) {
        self.owner = owner
        self.otherOwners = otherOwners
        self.name = name
        self.types = types
    }
}

extension SlotName: CustomStringConvertible {
    package var description: String { "\(owner).\(name)" }
}

extension SlotName {
    /// The names of the slot: with its owner, and with each of the other owners.
    var fullNames: [String] { ([owner] + otherOwners).map { "\($0).\(name)" } }

    /// A slot whose owner is known without building anything.
    init(_ slot: SlotDescription, of owner: SlotOwner) {
        self.init(
            owner: owner.name, otherOwners: owner.names.joined().filter { $0 != owner.name }, name: slot.name,
            types: slot.typeNames + slot.protocolNames)
    }
}
