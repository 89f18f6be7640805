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
    let service: PlannedService?
    /// What the owner's slots remember.
    let home: SlotHome

    init(_ generation: Generation, _ service: PlannedService?) {
        self.generation = generation
        self.service = service
        home = SlotHome(generation, service)
    }
}

/// The container that fills the slots of an owner. It is not kept alive.
final class SlotHome: Sendable {
    let container: CurrentGeneration
    /// The id of the service that the owner is, if more than one resolve sees the instance.
    let service: String?
    /// The generation that took the owner over.
    private weak let origin: Generation?

    init(_ generation: Generation, _ service: PlannedService?) {
        container = generation.container
        origin = generation
        self.service = service.flatMap { $0.index >= 0 && $0.scope.isSharedBetweenThreads ? $0.id : nil }
    }

    /// Whether what a generation puts in may stay: an override that did not make the owner serves one task only.
    func keeps(_ generation: Generation) -> Bool {
        generation.base == nil || generation === origin
    }
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
