import MoonwireValues

/// The slots of all owners that are known before anything is built, with the rules that describe them.
struct RuleMatches {
    struct Slot {
        let owner: Owner
        let description: SlotDescription
        /// The rules that describe the slot, the one that decides first.
        let rules: [Int]

        var title: String { "\(owner.name).\(description.name)" }
    }

    struct Owner {
        let name: String
        /// The names of the class and its base classes, nearest first.
        let names: [[String]]
        let slots: [SlotDescription]
    }

    let owners: [Owner]
    let slots: [Slot]

    init(_ graph: DefinitionGraph) {
        let types = graph.rules.rules.isEmpty ? nil : graph.types
        owners =
            types.map { $0.descriptions.filter { !$0.0.slots.isEmpty }.map(Owner.init) + graph.owners.map(Owner.init) }
            ?? []
        slots = owners.flatMap { owner in
            owner.slots.map { slot in
                let subject = RuleBook.Subject(
                    ownerNames: owner.names, name: slot.name, typeNames: slot.typeNames,
                    protocolNames: slot.protocolNames)
                let matching = graph.rules.matching(subject).sorted { ($0.rank, -$0.index) < ($1.rank, -$1.index) }
                return Slot(owner: owner, description: slot, rules: matching.map(\.index))
            }
        }
    }

    func owner(named name: String) -> Owner? {
        owners.first { $0.names[0].contains(name) } ?? owners.first { $0.names.joined().contains(name) }
    }
}

extension RuleMatches.Owner {
    /// A manifest does not say which of the names are those of base classes; protocols among them do no harm.
    fileprivate init(_ description: TypeDescription, _ table: SlotTable?) {
        name = description.name
        names =
            table?.ownerNames
            ?? [[description.name, description.qualifiedName]] + description.provides.map { [$0] }
        slots = description.slots
    }

    fileprivate init(_ table: SlotTable) {
        name = table.ownerName
        names = table.ownerNames
        slots = table.fields.map(SlotDescription.init)
    }
}
