/// A property wrapper whose storage lies in an owner: it finds its own name there, and rules find it by that name.
///
/// Wrappers that no container fills conform as well, for the sake of the name.
protocol Slot: SendableMetatype {
    associatedtype Value
    /// Called when a container has built the owner, or was told to inject into it.
    static func adopt(_ place: SlotPlace<Self>, by adoption: SlotAdoption) throws
}

extension Slot {
    static func adopt(_ place: SlotPlace<Self>, by adoption: SlotAdoption) throws {}

    /// What the slot holds, as rules and messages see it.
    static var type: SlotType { SlotType(Value.self) }

    /// Adopts the slot whose storage lies at `field` in the owner.
    static func adopt(_ field: SlotField, of owner: AnyObject, _ table: SlotTable, by adoption: SlotAdoption) throws {
        let start = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        let address = (start + field.offset).assumingMemoryBound(to: Self.self)
        try adopt(SlotPlace(address: address, owner: owner, table: table, field: field), by: adoption)
    }
}

/// A slot that knows the line of its declaration.
protocol DeclaredSlot: Slot {
    var declaration: SlotDeclaration { get }
}

extension SlotPlace where S: DeclaredSlot {
    /// Ends the program where a property cannot throw.
    func trap(_ error: any Error) -> Never { address.pointee.declaration.trap(error) }
}

/// A container takes an owner over: the one that built it, or the one that the application handed it to.
struct SlotAdoption {
    let generation: Generation
    /// The service that the owner is; nil for an object that the application made.
    let service: Definition?
}

/// A slot of one particular owner.
///
/// It lives for one access only: kept for longer, it would bring an owner back that is going away.
struct SlotPlace<S: Slot> {
    let address: UnsafeMutablePointer<S>
    let owner: AnyObject
    let table: SlotTable
    /// Nil when the storage is no field of the owner's class, as in a wrapper around the wrapper.
    let field: SlotField?

    init(address: UnsafeMutablePointer<S>, owner: AnyObject, table: SlotTable, field: SlotField?) {
        self.address = address
        self.owner = owner
        self.table = table
        self.field = field
    }

    /// The slot whose storage lies at an address within its owner.
    init(_ address: UnsafeMutablePointer<S>, in owner: AnyObject) {
        let table = SlotTable.of(type(of: owner))
        let offset = UnsafeRawPointer(address) - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        self.init(address: address, owner: owner, table: table, field: table.field(at: offset))
    }

    /// As messages name the slot: `Dashboard.engine`.
    var title: String { "\(table.ownerName).\(field?.name ?? "?")" }
}
