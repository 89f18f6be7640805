extension SlotOwner {
    /// Nil if the application's types are not known.
    static func known(in graph: DefinitionGraph) -> [SlotOwner]? {
        graph.types.map { types in
            types.descriptions.filter { !$0.0.slots.isEmpty }.map(SlotOwner.init) + graph.layers.owners.map(\.slotOwner)
        }
    }
}
