import MoonwireSupport

/// The slots whose declarations exposures state, with the services at which a load reports them.
struct StatedSlots: Sendable {
    /// A class with such slots.
    ///
    /// Of several exposures of one Swift type, the first counts, as for objects.
    struct Owner: Sendable {
        fileprivate let identity: TypeIdentity
        let slotOwner: SlotOwner
    }

    /// Where a load reports a slot.
    enum Place: Sendable {
        /// At the first service of the class that does not assign the slot.
        case service(Definition)
        /// Without a line: the application creates the owner.
        case application
    }

    private struct Key: Hashable {
        let type: TypeIdentity
        let slot: String
    }

    private(set) var owners: [Owner] = []
    private var places: [Key: Place] = [:]

    init(_ graph: DefinitionGraph) {
        guard let types = graph.types, types.statesSlots else { return }
        findOwners(types)
        let slots = Dictionary(
            owners.map { ($0.identity, $0.slotOwner.slots.filter { $0.arguments != nil }) },
            uniquingKeysWith: { first, _ in first })
        for (definition, entry) in zip(graph.definitions, graph.facts.types) {
            guard let identity = entry.map({ TypeIdentity($0) }), let slots = slots[identity],
                !definition.isMadeElsewhere
            else { continue }
            for slot in slots where !definition.mayAssign(slot) {
                let key = Key(type: identity, slot: slot.name)
                if places[key] == nil { places[key] = .service(definition) }
            }
        }
        for owner in graph.layers.owners {
            for slot in slots[.type(owner.type)] ?? [] {
                let key = Key(type: .type(owner.type), slot: slot.name)
                if places[key] == nil { places[key] = .application }
            }
        }
    }

    /// Nil for a slot that only an object tells about, and for one that only code of this wiring fills.
    func place(of slot: String, in owner: Owner) -> Place? { places[Key(type: owner.identity, slot: slot)] }

    /// Whether a load reports a slot of a Swift type.
    func includes(_ slot: String, of type: any ExposedType) -> Bool {
        places[Key(type: .type(ObjectIdentifier(type.type)), slot: slot)] != nil
    }

    private mutating func findOwners(_ types: TypeRegistry) {
        var seen: Set<TypeIdentity> = []
        for entry in types.entries where !entry.description.slots.isEmpty {
            let identity = TypeIdentity(entry)
            guard seen.insert(identity).inserted else { continue }
            let exposed = entry.exposed.flatMap { types.exposedType(of: $0.type) }
            let description = exposed?.description ?? entry.description
            guard description.statesSlots else { continue }
            let slotOwner = SlotOwner(description, (exposed ?? entry.exposed)?.ownerNames)
            owners.append(Owner(identity: identity, slotOwner: slotOwner))
        }
    }
}

/// A type of the program, which can have several exposures, or a type of a manifest.
private enum TypeIdentity: Hashable, Sendable {
    case type(ObjectIdentifier)
    case name(String)

    init(_ entry: TypeRegistry.Entry) {
        self = entry.exposed.map { .type(ObjectIdentifier($0.type)) } ?? .name(entry.description.qualifiedName)
    }
}

extension DefinitionGraph {
    var statedSlots: StatedSlots {
        if let known = cache.statedSlots.withLock({ $0 }) { return known }
        let found = StatedSlots(self)
        cache.statedSlots.withLock { $0 = found }
        return found
    }
}

extension StatedSlots.Place {
    var service: Definition? { if case .service(let definition) = self { definition } else { nil } }
}

extension Definition {
    /// Whether the slot of an instance may have a value before it is filled, or when it is first read.
    ///
    /// Of a slot that is filled with its owner, only a value of the definition counts: that an initializer assigns it is rare.
    fileprivate func mayAssign(_ slot: SlotDescription) -> Bool {
        slot.isFilledWithItsOwner ? setters.contains { $0.name == slot.name } : !isMadeOfNothing
    }
}
