import MoonwireSupport
import MoonwireValues

/// A slot of a class: its name, and the offset of its storage.
struct SlotField: Sendable {
    let name: String
    let offset: Int
    let slot: any Slot.Type
    let isOptional: Bool
    private let knownType = KnownSlotType()

    init(_ name: String, at offset: Int, _ slot: any Slot.Type) {
        self.name = name
        self.offset = offset
        self.slot = slot
        isOptional = slot.isOptional
    }

    /// The type of the slot's value, determined when it is first needed: to fill a slot without rules, it is not.
    var type: SlotType { knownType.of(slot) }
}

private final class KnownSlotType: Sendable {
    private let type = Lock<SlotType?>(nil)

    func of(_ slot: any Slot.Type) -> SlotType {
        if let known = type.withLock({ $0 }) { return known }
        let fresh = slot.type
        return type.withLock { known in
            let type = known ?? fresh
            known = type
            return type
        }
    }
}

/// The slots of a class and of its base classes, computed once for each class.
final class SlotTable: Sendable {
    // What each owner that is filled needs comes first, so that it is together in memory: a program may have many classes.

    /// The properties that belong to products besides Moonwire.
    let moduleFields: [ModuleField]
    /// The class or base class without field information in the runtime, whose slots cannot be found; nil if there is none.
    let hidden: Any.Type?
    let optionalSlots: OptionalSlots
    private let hasLateSlots: Bool
    private let hasStatement = Atomic(false)
    /// The last reports for which the declarations of the slots have been compared with the wiring: most programs have one container.
    let comparison = Atomic(0)

    let owner: AnyClass
    var ownerName: String { typeName(owner) }
    /// The names of the class and of its base classes, nearest first: each alone and with its module.
    var ownerNames: [[String]] {
        if let known = knownNames.withLock({ $0 }) { return known }
        let fresh = Self.names(of: owner)
        return knownNames.withLock { known in
            let names = known ?? fresh
            known = names
            return names
        }
    }
    /// Nil until the names are needed, which is for rules, hooks, and messages.
    private let knownNames = Lock<[[String]]?>(nil)
    let fields: [SlotField]
    /// Whether the class has no slots; known without a look at the list for classes whose slots are all optional.
    var isEmpty: Bool { !optionalSlots.areAll && fields.isEmpty }
    /// Whether there may be slots that the runtime does not know.
    var hidesFields: Bool { hidden != nil }

    /// Whether slots may state names that the wiring does not have: those that are filled when they are read, and those that differ
    /// from what an exposure states.
    var mayStateUnknownNames: Bool { hasLateSlots || isStated }
    /// Whether an exposure states what the declarations of slots contain.
    var isStated: Bool { hasStatement.load(ordering: .relaxed) }

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
            return SlotField(String(field.name.dropFirst()), at: field.offset, slot)
        }
        optionalSlots = OptionalSlots(fields)
        hasLateSlots = fields.contains(where: \.isFilledLate)
        mayLackProviders = fields.contains(where: \.mayLackProvider)
        moduleFields = stored.fields.compactMap { ModuleField($0) }
        hidden = stored.hidden
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

    /// Notes that an exposure states what the declarations of slots contain.
    func noteStatement() { hasStatement.store(true, ordering: .relaxed) }

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
    let name: String
    /// The names of the type for rules; empty for a protocol.
    let typeNames: [String]
    /// The names of the protocols, if it is `any P` or a composition.
    let protocolNames: [String]

    init<Value>(_: Value.Type) {
        let type = unwrapped(Value.self)
        self.type = type
        name = typeName(type)
        let isExistential = isExistential(type)
        typeNames = isExistential ? [] : Self.names(of: type, name)
        protocolNames = isExistential ? Self.protocolNames(of: type, name) : []
    }

    private static func names(of type: Any.Type, _ name: String) -> [String] {
        // The name of a class is never sugared, and asking would search all conformances.
        let sugared = type is AnyClass ? [] : [sugaredName(of: type)]
        return Set((spelledNames(name, qualifiedTypeName(type)) + sugared).map { RuleTypeName.plain($0) }).sorted()
    }

    private static func protocolNames(of type: Any.Type, _ typeName: String) -> [String] {
        let name = qualifiedTypeName(type)
        // Only one with arguments begins like this.
        guard name.hasPrefix("any ") else {
            return names(of: type, typeName).flatMap { $0.split(separator: " & ").map(String.init) }
        }
        return RuleTypeName.protocols(name).flatMap { spelledNames(shortTypeName($0), $0) }
    }
}
