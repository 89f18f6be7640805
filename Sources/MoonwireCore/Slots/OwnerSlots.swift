import MoonwireModel
public import MoonwireValues

/// The slots of an object, by position and by name: what ``Container/slots(of:isolation:)`` returns.
///
/// ```swift
/// let slots = try container.slots(of: dashboard)
/// for slot in slots { print(slot) }        // engine: Engine, @Injected, filled, inject Dashboard.engine at container.lua:4
/// try slots["engine"].set(Engine(brand: "v6"))
/// ```
///
/// It keeps the object alive.
public struct OwnerSlots: RandomAccessCollection {
    /// The slots, those of base classes first.
    private let slots: [OwnerSlot]
    private let ownerName: String

    init(of owner: AnyObject, _ table: SlotTable, in generation: Generation) {
        slots = table.fields.map { $0.slot.ownerSlot(at: $0, of: owner, table, in: generation) }
        ownerName = table.ownerName
    }

    /// The position of the first slot.
    public var startIndex: Int { slots.startIndex }
    /// The position after the last slot.
    public var endIndex: Int { slots.endIndex }
    /// The slot at a position.
    public subscript(position: Int) -> OwnerSlot { slots[position] }

    /// The slot with a name; throws ``ContainerError`` with the nearest name if there is none.
    public subscript(name: String, file file: String = #fileID, line line: Int = #line) -> OwnerSlot {
        get throws {
            if let slot = slots.first(where: { $0.name == name }) { return slot }
            let near = Suggestions(among: slots.map(\.name)).nearest(to: name)
            throw ContainerError(
                .unknownSlot(name, of: ownerName, at: ScriptLocation(file: file, line: line), near: near))
        }
    }
}

/// A slot of an object, as ``OwnerSlots`` contains it.
public struct OwnerSlot {
    /// The property wrappers that make a property a slot.
    public enum Wrapper: Sendable, Hashable {
        /// `@Injected`: a container fills it.
        case injected
        /// `@Lazy`: a container fills it when it is first read.
        case lazy
        /// `@Final`: only the application assigns it.
        case final
        /// `@Preference`: its value is in a store.
        case preference
        /// `@Weak`: a container fills it, and it does not keep its value alive.
        case weak
        /// A property wrapper of the application, with its name: ``Provided``.
        case provided(String)
    }

    /// What the wiring of the container provides for a slot.
    public enum Source: Sendable, Hashable {
        /// The value of a rule, as messages name it: `inject Dashboard.engine`.
        case rule(String, location: ScriptLocation?)
        /// A service: the one that the slot names, or the only one of its type.
        case service(String, location: ScriptLocation?)
        /// The initial value in the declaration.
        case initialValue
        /// An empty collection, or a new instance of the slot's type.
        case newValue
        /// The provider of a property wrapper of the application.
        case provider
        /// Nothing: the application assigns the slot, or its value is in a store, or no service provides its type.
        case none
    }

    /// The name of the property.
    public let name: String
    /// The name of the declared type; of an optional slot, the wrapped type.
    public let type: String
    /// Whether the declared type is optional.
    public let isOptional: Bool
    /// The property wrapper that declares the slot.
    public let wrapper: Wrapper
    /// What the wiring injects; the application may have assigned another value.
    public let source: Source
    private let owner: AnyObject
    private let table: SlotTable
    private let field: SlotField

    init(_ field: SlotField, of owner: AnyObject, _ table: SlotTable, _ wrapper: Wrapper, _ source: Source) {
        name = field.name
        type = field.type.name
        isOptional = field.isOptional
        self.wrapper = wrapper
        self.source = source
        self.owner = owner
        self.table = table
        self.field = field
    }

    /// Whether the slot has a value; does not fill it.
    ///
    /// The value of a preference is in a store, and not in the slot.
    public var isFilled: Bool { field.slot.isFilled(at: field, of: owner, table) }

    /// Fills the slot if it is empty, and returns its value; throws ``ContainerError`` where a plain read would trap, and for
    /// another type.
    public func get<Value>(
        as type: Value.Type = Value.self, file: String = #fileID, line: Int = #line
    ) throws -> Value {
        let found = try field.slot.value(at: field, of: owner, table)
        if let value = found as? Value { return value }
        throw ContainerError(
            .wrongSlotType(
                title, typeName(Value.self), isRead: true, field.slot.swiftType,
                at: ScriptLocation(file: file, line: line)))
    }

    /// Assigns a value as a plain assignment does; throws ``ContainerError`` for a value of another type, and one that the slot
    /// refuses.
    public func set<Value>(_ value: Value, file: String = #fileID, line: Int = #line) throws {
        if try field.slot.assign(value, at: field, of: owner, table) { return }
        throw ContainerError(
            .wrongSlotType(
                title, typeName(Value.self), isRead: false, field.slot.swiftType,
                at: ScriptLocation(file: file, line: line)))
    }

    /// Empties a slot that a container fills, so that the next read fills it again; throws ``ContainerError`` for others.
    public func reset(file: String = #fileID, line: Int = #line) throws {
        if field.slot.empty(at: field, of: owner, table) { return }
        throw ContainerError(.keptSlot(title, field.slot.kind, at: ScriptLocation(file: file, line: line)))
    }

    private var title: String { "\(table.ownerName).\(name)" }
}

extension OwnerSlot: CustomStringConvertible {
    /// The name, the type, the property wrapper, whether the slot is filled, and what the wiring injects.
    public var description: String {
        let type = isOptional ? "\(type)?" : type
        return "\(name): \(type), \(wrapper), \(isFilled ? "filled" : "empty")" + (source == .none ? "" : ", \(source)")
    }
}

extension OwnerSlot.Wrapper: CustomStringConvertible {
    /// The property wrapper as Swift writes it.
    public var description: String { "@\(name)" }
}

extension OwnerSlot.Source: CustomStringConvertible {
    /// The rule or the service with its location, or else a few words.
    public var description: String {
        switch self {
        case .rule(let rule, let location): rule + (location.map { " at \($0)" } ?? "")
        case .service(let id, let location): "service \(id.quoted)" + (location.map { " at \($0)" } ?? "")
        case .initialValue: "initial value"
        case .newValue: "new value"
        case .provider: "provider"
        case .none: "nothing"
        }
    }
}

extension OwnerSlot.Wrapper {
    /// The property wrapper as Swift writes it, without `@`.
    var name: String {
        switch self {
        case .injected: "Injected"
        case .lazy: "Lazy"
        case .final: "Final"
        case .preference: "Preference"
        case .weak: "Weak"
        case .provided(let name): name
        }
    }

    /// The name of a property wrapper of the application.
    var ofApplication: String? {
        if case .provided(let name) = self { name } else { nil }
    }
}
