import MoonwireValues

/// A class with slots that is known before anything is built: an exposed one, or one that the application named.
struct SlotOwner {
    let name: String
    /// The names of the class and its base classes, nearest first.
    let names: [[String]]
    let slots: [SlotDescription]

    /// Nil when nothing is known of the application's types.
    static func known(in graph: DefinitionGraph) -> [SlotOwner]? {
        graph.types.map { types in
            types.descriptions.filter { !$0.0.slots.isEmpty }.map(SlotOwner.init) + graph.owners.map(SlotOwner.init)
        }
    }
}

extension SlotOwner {
    /// A manifest does not say which of the names are those of base classes; protocols among them do no harm.
    init(_ description: TypeDescription, _ table: SlotTable?) {
        name = description.name
        names =
            table?.ownerNames
            ?? [spelledNames(description.name, description.qualifiedName)] + description.provides.map { [$0] }
        slots = description.slots
    }

    init(_ table: SlotTable) {
        name = table.ownerName
        names = table.ownerNames
        slots = table.fields.map(SlotDescription.init)
    }
}
