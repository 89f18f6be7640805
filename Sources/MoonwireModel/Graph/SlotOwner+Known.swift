extension SlotOwner {
    /// Nil if the application's types are not known.
    static func known(in graph: DefinitionGraph) -> [SlotOwner]? {
        graph.types.map { types in
            types.descriptions.filter { !$0.0.slots.isEmpty }.map(SlotOwner.init) + graph.registeredOwners
        }
    }
}

extension DefinitionGraph {
    /// The classes that the application creates; the exposure of one that is exposed, too, states more about its slots.
    var registeredOwners: [SlotOwner] {
        guard let types, types.statesSlots else { return layers.owners.map(\.slotOwner) }
        return layers.owners.map { owner in
            types.exposedType(ofObjects: owner.type).map { SlotOwner($0.description, $0.ownerNames) }
                ?? owner.slotOwner
        }
    }
}
