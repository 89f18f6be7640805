import MoonwireSupport
import MoonwireValues

/// A slot of a class: its name, and the offset of its storage.
struct SlotField: Sendable {
    let name: String
    let offset: Int
    let slot: any Slot.Type
    let type: SlotType
}

/// The slots of a class and of its base classes, computed once for each class.
final class SlotTable: Sendable {
    let owner: AnyClass
    var ownerName: String { typeName(owner) }
    /// The names of the class and of its base classes, nearest first: each alone and with its module.
    var ownerNames: [[String]] { knownNames ?? Self.names(of: owner) }
    /// Nil for a class without slots, whose names are hardly ever needed.
    private let knownNames: [[String]]?
    let fields: [SlotField]
    /// The properties that belong to products besides Moonwire.
    let moduleFields: [ModuleField]
    /// The class or base class without field information in the runtime, whose slots cannot be found; nil if there is none.
    let hidden: Any.Type?
    /// Whether there may be slots that the runtime does not know.
    var hidesFields: Bool { hidden != nil }

    /// Whether slots that are filled when they are read may state an id, or may have a type that nothing makes.
    let mayStateUnknownNames: Bool

    /// Whether there may be required slots that are filled when they are read, and that nothing but a service fills.
    let mayLackProviders: Bool

    private let quick = Lock<[QuickSlot?]?>(nil)

    /// By field, the slots that have a quick way; determined when an owner is first filled.
    var quickSlots: [QuickSlot?] {
        quick.withLock { known in
            let slots = known ?? fields.map { $0.slot.quick }
            known = slots
            return slots
        }
    }

    /// The key paths that are exposed under the names of slots.
    private let paths = Lock<[Int: KeyPathSlots]>([:])
    private static let known = Lock<[ObjectIdentifier: SlotTable]>([:])

    private init(_ owner: AnyClass) {
        self.owner = owner
        let stored = StoredFields(of: owner)
        fields = stored.fields.compactMap { field in
            guard let slot = Self.slot(field.type) else { return nil }
            // The compiler prefixes the name of the storage with an underscore.
            return SlotField(
                name: String(field.name.dropFirst()), offset: field.offset, slot: slot, type: slot.type)
        }
        mayStateUnknownNames = fields.contains(where: \.isFilledLate)
        mayLackProviders = fields.contains(where: \.mayLackProvider)
        moduleFields = stored.fields.compactMap { ModuleField($0) }
        hidden = stored.hidden
        knownNames = fields.isEmpty ? nil : Self.names(of: owner)
    }

    private static func names(of owner: AnyClass) -> [[String]] {
        superclasses(of: owner).map { spelledNames(of: $0) }
    }

    /// All slots are types of this module; asking another type whether it conforms would search all conformances.
    private static func slot(_ type: Any.Type) -> (any Slot.Type)? {
        _typeName(type, qualified: true).hasPrefix(module) ? type as? any Slot.Type : nil
    }

    private static let module = String(_typeName(SlotTable.self, qualified: true).prefix { $0 != "." }) + "."

    /// The table of a class.
    static func of(_ owner: AnyClass) -> SlotTable {
        let key = ObjectIdentifier(owner)
        if let table = known.withLock({ $0[key] }) { return table }
        let fresh = SlotTable(owner)
        return known.withLock { known in
            let table = known[key] ?? fresh
            known[key] = table
            return table
        }
    }

    func field(at offset: Int) -> SlotField? {
        fields.first { $0.offset == offset }
    }

    /// Stores the key path that is exposed under the name of a slot.
    func note(_ path: KeyPathSlots, as field: SlotField) {
        paths.withLock { $0[field.offset] = path }
    }

    /// Whether another key path is exposed as the slot, so that this one refers to something else.
    func isAnother(_ field: SlotField, than path: AnyKeyPath) -> Bool {
        guard let known = paths.withLock({ $0[field.offset] }) else { return false }
        return known.path != path
    }
}

/// The type of the slot's value, as rules and messages see it.
struct SlotType: Sendable {
    /// The declared type; of an optional slot, the wrapped type.
    let type: Any.Type
    let isOptional: Bool
    let name: String
    /// The names of the type for rules; empty for a protocol.
    let typeNames: [String]
    /// The names of the protocols, if it is `any P` or a composition.
    let protocolNames: [String]
    let shape: ValueShape
    /// The declared type, including the optional.
    let swiftType: SwiftType

    init<Value>(_: Value.Type) {
        let type = unwrapped(Value.self)
        self.type = type
        isOptional = Value.self is any OptionalType.Type
        name = typeName(type)
        let isExistential = isExistential(type)
        typeNames = isExistential ? [] : Self.names(of: type)
        protocolNames = isExistential ? Self.protocolNames(of: type) : []
        shape = DynamicConverter<Value>().shape
        swiftType = SwiftType(Value.self)
    }

    private static func names(of type: Any.Type) -> [String] {
        Set((spelledNames(of: type) + [sugaredName(of: type)]).map { RuleTypeName.plain($0) }).sorted()
    }

    private static func protocolNames(of type: Any.Type) -> [String] {
        let name = qualifiedTypeName(type)
        // Only one with arguments begins like this.
        guard name.hasPrefix("any ") else {
            return names(of: type).flatMap { $0.split(separator: " & ").map(String.init) }
        }
        return RuleTypeName.protocols(name).flatMap { spelledNames(shortTypeName($0), $0) }
    }
}
