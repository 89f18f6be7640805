/// The metatable of a class, and how scripts may hold its objects.
struct ClassSlot {
    let slot: Int32
    let isSendable: Bool
}

/// The classes and adapters that an interpreter knows.
struct ClassRegistry {
    var classes: [ObjectIdentifier: ClassSlot] = [:]
    /// The classes of objects whose types were not registered: subclasses of registered ones, and unknown types.
    var derived: [ObjectIdentifier: ClassSlot] = [:]
    /// Defines the class for the objects of a type when a script first receives one; returns nil if there is none.
    var describe: (@Sendable (ObjectIdentifier, LuaStack) throws -> ClassSlot?)?
    /// The class that was used last.
    var last: (type: ObjectIdentifier, slot: ClassSlot)?
    /// The class of the userdata that keep host functions.
    var holderClass: Int32 = 0
    var errorClass: Int32 = 0
    /// A ``LuaAdapter`` for each protocol that tables can conform to.
    var adapters: [ObjectIdentifier: any Sendable] = [:]
}
