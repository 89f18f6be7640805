import MoonwireSupport

/// The slots whose declarations exposures state, with the services at which a load reports them.
struct StatedSlots: Sendable {
    private struct Key: Hashable {
        let type: String
        let slot: String
    }

    /// Where a load reports a slot.
    enum Place: Sendable {
        /// At the first service of the class that does not assign the slot.
        case service(Definition)
        /// Nowhere: the application creates the owner.
        case application
    }

    private var services: [Key: Definition] = [:]
    private var registered: Set<String> = []

    init(_ graph: DefinitionGraph) {
        guard let types = graph.types, types.statesSlots else { return }
        for (definition, type) in zip(graph.definitions, graph.facts.types) {
            guard let type = type?.description, type.statesSlots, !definition.isMadeElsewhere else { continue }
            for slot in type.slots where slot.arguments != nil && !definition.mayAssign(slot) {
                let key = Key(type: type.qualifiedName, slot: slot.name)
                if services[key] == nil { services[key] = definition }
            }
        }
        for owner in graph.layers.owners {
            if let type = types.exposedType(ofObjects: owner.type) { registered.insert(type.description.qualifiedName) }
        }
    }

    /// Nil for a slot that only an object tells about, and for one that only code of this wiring fills.
    func place(of slot: String, in type: TypeDescription) -> Place? {
        if let service = services[Key(type: type.qualifiedName, slot: slot)] { return .service(service) }
        return registered.contains(type.qualifiedName) ? .application : nil
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
