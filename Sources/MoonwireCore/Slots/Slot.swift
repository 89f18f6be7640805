import MoonwireValues

/// A property wrapper whose storage is in an owner: it finds its own name there, and rules find it by that name.
///
/// Wrappers into which no container injects conform as well, to find their names.
protocol Slot: SendableMetatype {
    associatedtype Value
    /// The kind of property wrapper.
    static var kind: SlotDescription.Kind { get }
    /// The property wrapper, as the application sees it.
    static var wrapper: OwnerSlot.Wrapper { get }
    /// The slot for ``QuickSlot``; nil for a slot that needs the general way.
    static var quick: QuickSlot? { get }
    /// The slot for ``OptionalSlots``; nil for a required slot, and for other property wrappers.
    static func optional(at offset: Int) -> OptionalSlot?
    /// Stores the container that fills the slot, unless the slot has it already.
    static func join(_ home: SlotHome, _ slot: BoundSlot<Self>)
    /// Called after a container has built the owner, or injects into it.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws
    /// The value as a plain read returns it; throws ``ContainerError`` where that would end the program.
    static func read(_ slot: BoundSlot<Self>) throws -> Value
    /// Assigns as a plain assignment does; throws ``ContainerError`` if the slot refuses the value.
    static func assign(_ value: Value, to slot: BoundSlot<Self>) throws
    /// Whether the slot has a value.
    static func isFilled(_ slot: BoundSlot<Self>) -> Bool
    /// Empties the slot; returns false for one that no container fills.
    static func empty(_ slot: BoundSlot<Self>) -> Bool
    /// What the declaration of the slot states that a generation does not have; nil if there is nothing to report.
    static func unknownName(in slot: BoundSlot<Self>, _ generation: Generation) -> UnknownName?
    /// What the declaration of the slot contains; nil if it is not stated in exposures.
    static func arguments(of slot: BoundSlot<Self>) -> DeclarationContent?
    /// What a generation would inject.
    static func source(of slot: BoundSlot<Self>, in generation: Generation) -> OwnerSlot.Source
}

extension Slot {
    static func join(_ home: SlotHome, _ slot: BoundSlot<Self>) {}

    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {}

    static var quick: QuickSlot? { nil }

    static func optional(at offset: Int) -> OptionalSlot? { nil }

    static var wrapper: OwnerSlot.Wrapper { kind.publicWrapper }

    static func isFilled(_ slot: BoundSlot<Self>) -> Bool { false }

    static func empty(_ slot: BoundSlot<Self>) -> Bool { false }

    static func unknownName(in slot: BoundSlot<Self>, _ generation: Generation) -> UnknownName? { nil }

    static func arguments(of slot: BoundSlot<Self>) -> DeclarationContent? { nil }

    static func source(of slot: BoundSlot<Self>, in generation: Generation) -> OwnerSlot.Source { .none }

    /// The type of the slot's value, as rules and messages see it.
    static var type: SlotType { SlotType(Value.self) }

    /// Whether the value may be nil; asking a class would search all conformances.
    static var isOptional: Bool { !(Value.self is AnyClass) && Value.self is any OptionalType.Type }

    static var shape: ValueShape { DynamicConverter<Value>().shape }

    /// The declared type, including the optional.
    static var swiftType: SwiftType { SwiftType(Value.self) }

    /// Stores the container in the slot that is stored at `field` in the owner.
    static func join(_ field: SlotField, of owner: AnyObject, _ table: SlotTable, _ home: SlotHome) {
        join(home, BoundSlot(field, of: owner, table))
    }

    /// Adopts the slot that is stored at `field` in the owner.
    static func adopt(_ field: SlotField, of owner: AnyObject, _ table: SlotTable, by adoption: SlotAdoption) throws {
        try adopt(BoundSlot(field, of: owner, table), by: adoption)
    }
}

/// A slot that stores the line of its declaration.
protocol DeclaredSlot: Slot {
    var declaration: SlotDeclaration { get }
}

extension BoundSlot where S: DeclaredSlot {
    /// Ends the program where a property cannot throw.
    func trap(_ error: any Error) -> Never { address.pointee.declaration.trap(error) }

    /// Refuses an assignment: the error is thrown to the assigning script; without one, the program ends.
    func refuse(_ error: any Error) {
        if !Resolution.current.refuseAssignment(error) { trap(error) }
    }
}

/// A container that takes over an owner: it built the owner, or the application passed the owner to it.
struct SlotAdoption {
    let generation: Generation
    /// The service whose instance is the owner; nil for an object that the application created.
    let service: PlannedService?
    /// The state that the owner's slots store.
    let home: SlotHome

    init(_ generation: Generation, _ service: PlannedService?, _ table: SlotTable) {
        self.generation = generation
        self.service = service
        home = SlotHome(generation, service, table.optionalSlots)
    }
}

/// A slot of one particular owner.
///
/// It is used for one access only: if it were stored, it would resurrect an owner that is being released.
struct BoundSlot<S: Slot> {
    let address: UnsafeMutablePointer<S>
    let owner: AnyObject
    let table: SlotTable
    /// Nil if the storage is not a field of the owner's class, as in a wrapper around the wrapper.
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
        // The offset and the type are those of the runtime for this field of the owner's class.
        let address = (start + field.offset).assumingMemoryBound(to: S.self)
        self.init(address: address, owner: owner, table: table, field: field)
    }

    /// The slot whose storage is at an address within its owner.
    init(_ address: UnsafeMutablePointer<S>, in owner: AnyObject) {
        let table = SlotTable.of(type(of: owner))
        let field = table.field(at: Self.offset(of: address, in: owner))
        self.init(address: address, owner: owner, table: table, field: field)
    }

    /// Where the storage is in its owner.
    var offset: Int { Self.offset(of: address, in: owner) }

    static func offset(of address: UnsafeMutablePointer<S>, in owner: AnyObject) -> Int {
        UnsafeRawPointer(address) - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
    }

    /// The key of reports about the slot.
    var reportKey: SlotReports.Key { .field(SlotKey(field, of: table)) }

    /// The slot as messages name it: `Dashboard.engine`.
    var title: String { "\(table.ownerName).\(field?.name ?? "?")" }
}
