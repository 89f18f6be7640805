/// The rules that name the same slots: those that can apply.
struct InjectionRuleCandidates: Sendable {
    /// The last rule without a condition.
    private(set) var last: Int?
    /// The last rule without a condition that is forced.
    private(set) var lastForced: Int?
    /// The rules with a condition, in the order in which they were written.
    private(set) var conditional: [Int] = []

    var isEmpty: Bool { last == nil && conditional.isEmpty }

    mutating func append(_ index: Int, _ rule: InjectionRule) {
        if rule.condition != nil { return conditional.append(index) }
        last = index
        if rule.isForced { lastForced = index }
    }
}

/// The rules that name the same slots of a class, and those of them that also reach subclasses.
struct InjectionRuleReach: Sendable {
    private(set) var own = InjectionRuleCandidates()
    private(set) var inherited = InjectionRuleCandidates()

    mutating func append(_ index: Int, _ rule: InjectionRule) {
        own.append(index, rule)
        if !rule.options.contains(.withoutSubclasses) { inherited.append(index, rule) }
    }
}

/// The rules that match slots in one way: those without an owner, and the others by the name of their owner.
struct InjectionRuleGroup: Sendable {
    private(set) var general = InjectionRuleReach()
    private(set) var byOwner: [String: InjectionRuleReach] = [:]

    mutating func append(_ index: Int, _ rule: InjectionRule, owner: String?) {
        if let owner {
            byOwner[owner, default: InjectionRuleReach()].append(index, rule)
        } else {
            general.append(index, rule)
        }
    }
}

/// The specificity of a rule for a slot; smaller is more specific.
struct InjectionRuleRank: Comparable {
    enum Kind: Int {
        case slot, typeOfOwner, compositionOfOwner, protocolOfOwner, inheritedProtocolOfOwner, owner, type, composition
        case `protocol`, inheritedProtocol, all
    }

    let kind: Kind
    /// The number of classes between the owner and the class that the rule names.
    let distance: Int
    /// The number of inheritances between the protocols of the slot and those of the rule.
    let inheritances: Int
    /// The number of protocols in a composition.
    let protocols: Int
    let isConditional: Bool

    private var order: (Int, Int, Int, Int, Int) {
        (kind.rawValue, distance, inheritances, -protocols, isConditional ? 0 : 1)
    }

    static func < (one: Self, other: Self) -> Bool { one.order < other.order }
}
