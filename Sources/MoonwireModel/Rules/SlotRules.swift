/// The rules for a slot that is known before anything is built.
struct SlotRules {
    /// Those that can apply, the one that does first, without those that they replace.
    let applicable: [Int]
    /// The rule that applies if the slot states its own value.
    let overruling: Int?
    /// Those that do not apply because the slot states its own value.
    let passedOver: [Int]

    init(_ index: InjectionRuleIndex, _ slot: SlotDescription, of owner: SlotOwner) {
        let subject = InjectionRuleIndex.Subject(slot, of: owner)
        let all = index.competing(for: subject)
        switch slot.saysItself {
        case true?:
            applicable = all.filter { index.rules[$0].overrulesDeclarations }
            passedOver = all.filter { !index.rules[$0].overrulesDeclarations }
            overruling = applicable.first
        case false?: (applicable, passedOver, overruling) = (all, [], all.first)
        case nil:
            (applicable, passedOver) = (all, [])
            overruling = index.decisive(for: subject, saysItself: true)
        }
    }
}

extension InjectionRule {
    /// Whether the rule also applies to slots that name an id or have an initial value.
    var overrulesDeclarations: Bool {
        switch target {
        case .slot, .resource: true
        default: isForced
        }
    }
}
