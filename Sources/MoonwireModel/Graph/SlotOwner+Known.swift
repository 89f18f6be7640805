extension SlotOwner {
    /// Nil when nothing is known of the application's types.
    static func known(in graph: DefinitionGraph) -> [SlotOwner]? {
        graph.types.map { types in
            types.descriptions.filter { !$0.0.slots.isEmpty }.map(SlotOwner.init) + graph.owners.map(\.slotOwner)
        }
    }
}
