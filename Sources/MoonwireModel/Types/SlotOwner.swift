import MoonwireValues

/// A class with slots that is known before anything is built: an exposed one, or one that the application names.
package struct SlotOwner: Sendable {
    let name: String
    /// The names of the class and its base classes, nearest first.
    let names: [[String]]
    let slots: [SlotDescription]

    package init(name: String, names: [[String]], slots: [SlotDescription]) {
        self.name = name
        self.names = names
        self.slots = slots
    }
}

extension SlotOwner {
    /// A manifest does not distinguish the names of base classes; protocols among them do no harm.
    init(_ description: TypeDescription, _ ownerNames: [[String]]?) {
        name = description.name
        names =
            ownerNames
            ?? [spelledNames(description.name, description.qualifiedName)] + description.provides.map { [$0] }
        slots = description.slots
    }
}

/// A class with slots that the application creates itself, and names for the checks.
package struct RegisteredOwner: Sendable {
    package let type: ObjectIdentifier
    package let slotOwner: SlotOwner
    /// The class or base class without field information in the runtime, whose slots cannot be found; nil if there is none.
    package let hiddenFields: Any.Type?

    package init(_ type: AnyClass, _ slotOwner: SlotOwner, hiddenFields: Any.Type?) {
        self.type = ObjectIdentifier(type)
        self.slotOwner = slotOwner
        self.hiddenFields = hiddenFields
    }
}
