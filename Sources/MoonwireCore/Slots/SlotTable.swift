import MoonwireValues
@_spi(Reflection) import Swift

/// A slot of a class: its name, and where its storage lies in each object.
struct SlotField: Sendable {
    let name: String
    let offset: Int
    let slot: any Slot.Type
    let type: SlotType
}

/// The slots of a class, those of its base classes included; found once for each class.
final class SlotTable: Sendable {
    let owner: AnyClass
    let ownerName: String
    /// The names of the class and of its base classes, nearest first: each alone and with its module.
    let ownerNames: [[String]]
    let fields: [SlotField]

    private static let known = Lock<[ObjectIdentifier: SlotTable]>([:])

    private init(_ owner: AnyClass) {
        self.owner = owner
        ownerName = typeName(owner)
        ownerNames = sequence(first: owner, next: { _getSuperclass($0) }).map { spelledNames(of: $0) }
        fields = Self.fields(of: owner)
    }

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

    private static func fields(of owner: AnyClass) -> [SlotField] {
        var fields: [SlotField] = []
        // The option says that it is a class.
        _ = _forEachField(of: owner, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
            guard let slot = type as? any Slot.Type else { return true }
            // The compiler puts an underscore before the name of the storage.
            let name = String(cString: name).dropFirst()
            fields.append(SlotField(name: String(name), offset: offset, slot: slot, type: slot.type))
            return true
        }
        return fields
    }
}

/// What a slot holds, as rules and messages see it.
struct SlotType: Sendable {
    /// The declared type; of an optional slot, the type in the optional.
    let type: Any.Type
    let isOptional: Bool
    let name: String
    /// The names by which a rule may call the type; none for a protocol.
    let typeNames: [String]
    /// The names of the protocols, when it is `any P` or a composition.
    let protocolNames: [String]
    let shape: ValueShape
    /// The declared type, the optional included.
    let swiftType: SwiftType

    init<Value>(_: Value.Type) {
        let type = unwrapped(Value.self)
        self.type = type
        isOptional = Value.self is any OptionalType.Type
        name = typeName(type)
        let names = Array(Set(spelledNames(of: type) + [sugaredName(of: type)])).sorted()
        let isExistential = "\(Swift.type(of: type))".hasSuffix(".Protocol")
        typeNames = isExistential ? [] : names
        protocolNames = isExistential ? names.flatMap { $0.split(separator: " & ").map(String.init) } : []
        shape = DynamicConverter<Value>().shape
        swiftType = SwiftType(Value.self)
    }
}
