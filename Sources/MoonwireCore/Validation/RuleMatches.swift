import MoonwireValues

/// The slots of all owners that are known before anything is built, with the rules that describe them.
struct RuleMatches {
    struct Slot {
        let owner: SlotOwner
        let description: SlotDescription
        /// The rules that describe the slot, the one that decides first.
        let rules: [Int]

        var title: String { "\(owner.name).\(description.name)" }
    }

    let owners: [SlotOwner]
    let slots: [Slot]

    init(_ graph: DefinitionGraph) {
        owners = graph.rules.rules.isEmpty ? [] : SlotOwner.known(in: graph) ?? []
        slots = owners.flatMap { owner in
            owner.slots.filter(\.isInjectable).map { slot in
                let subject = RuleBook.Subject(
                    ownerNames: owner.names, name: slot.name, typeNames: slot.typeNames,
                    protocolNames: slot.protocolNames)
                let matching = graph.rules.matching(subject).sorted { ($0.rank, -$0.index) < ($1.rank, -$1.index) }
                return Slot(owner: owner, description: slot, rules: matching.map(\.index))
            }
        }
    }

    func owner(named name: String) -> SlotOwner? {
        owners.first { $0.names[0].contains(name) } ?? owners.first { $0.names.joined().contains(name) }
    }
}
