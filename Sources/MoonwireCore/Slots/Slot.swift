/// A property wrapper whose storage lies in an owner: it finds its own name there, and rules find it by that name.
///
/// Wrappers that no container fills conform as well, for the sake of the name.
protocol Slot: SendableMetatype {
    associatedtype Value
    /// Which property wrapper it is.
    static var kind: SlotDescription.Kind { get }
    /// Called when a container has built the owner, or was told to inject into it.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws
    /// The value as a plain read gives it; throws ``ContainerError`` where that would end the program.
    static func read(_ slot: BoundSlot<Self>) throws -> Value
    /// Assigns as a plain assignment does; throws ``ContainerError`` where the slot does not take the value.
    static func assign(_ value: Value, to slot: BoundSlot<Self>) throws
}

extension Slot {
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {}

    /// What the slot holds, as rules and messages see it.
    static var type: SlotType { SlotType(Value.self) }

    /// Adopts the slot that is stored at `field` in the owner.
    static func adopt(_ field: SlotField, of owner: AnyObject, _ table: SlotTable, by adoption: SlotAdoption) throws {
        try adopt(BoundSlot(field, of: owner, table), by: adoption)
    }
}

/// A slot that knows the line of its declaration.
protocol DeclaredSlot: Slot {
    var declaration: SlotDeclaration { get }
}

extension BoundSlot where S: DeclaredSlot {
    /// Ends the program where a property cannot throw.
    func trap(_ error: any Error) -> Never { address.pointee.declaration.trap(error) }

    /// Refuses an assignment: the script that assigns gets the error, and where none does, the program ends.
    func refuse(_ error: any Error) {
        if !Resolution.current.refuseAssignment(error) { trap(error) }
    }
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

    /// Whether what a generation puts in may stay: an override that did not make the owner serves one task only, and a
    /// generation that has been superseded serves only those who still resolve in it.
    func keeps(_ generation: Generation, _ isLate: Bool) -> Bool {
        (generation.base == nil || generation === origin) && !(isLate && generation.isSuperseded)
    }
}

/// A slot of one particular owner.
///
/// It lives for one access only: kept for longer, it would bring an owner back that is going away.
struct BoundSlot<S: Slot> {
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

    /// The slot that is stored at a field of its owner.
    init(_ field: SlotField, of owner: AnyObject, _ table: SlotTable) {
        let start = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        // The offset and the type are those that the runtime gives for this field of the owner's class.
        let address = (start + field.offset).assumingMemoryBound(to: S.self)
        self.init(address: address, owner: owner, table: table, field: field)
    }

    /// The slot whose storage lies at an address within its owner.
    init(_ address: UnsafeMutablePointer<S>, in owner: AnyObject) {
        let table = SlotTable.of(type(of: owner))
        let offset = UnsafeRawPointer(address) - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        self.init(address: address, owner: owner, table: table, field: table.field(at: offset))
    }

    /// The key under which reports about the slot are kept.
    var reportKey: SlotReports.Key { .field(SlotKey(field, of: table)) }

    /// As messages name the slot: `Dashboard.engine`.
    var title: String { "\(table.ownerName).\(field?.name ?? "?")" }
}
