/// The metatable of a class, and how scripts may hold its objects.
struct ClassSlot {
    let slot: Int32
    /// Whether the class was registered, rather than found for a subclass or an unknown type.
    let isRegistered: Bool
    let isSendable: Bool
}

/// The classes and adapters that an interpreter knows.
struct ClassRegistry {
    var classes: [ObjectIdentifier: ClassSlot] = [:]
    /// The class that was used last.
    var last: (type: ObjectIdentifier, slot: ClassSlot)?
    /// The class of the userdata that keep host functions.
    var holderClass: Int32 = 0
    var errorClass: Int32 = 0
    /// A ``LuaAdapter`` for each protocol that tables can conform to.
    var adapters: [ObjectIdentifier: any Sendable] = [:]
}
