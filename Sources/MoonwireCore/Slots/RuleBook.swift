/// Finds the rule that decides about a slot: the most specific one, and of equals the one that was written last.
struct RuleBook: Sendable {
    /// What rules look at.
    struct Subject {
        /// The names of the owner and of its base classes, nearest first.
        let ownerNames: [[String]]
        let name: String
        let typeNames: [String]
        let protocolNames: [String]
    }

    /// How closely a rule describes a slot; the smaller, the closer.
    struct Rank: Comparable {
        enum Kind: Int { case slot, typeOfOwner, protocolOfOwner, owner, type, `protocol` }

        let kind: Kind
        /// How many classes lie between the owner and the class that the rule names.
        let distance: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.kind.rawValue, one.distance) < (other.kind.rawValue, other.distance)
        }
    }

    let rules: [Rule]
    private var bySlot: [String: [Int]] = [:]
    private var byType: [String: [Int]] = [:]
    private var byProtocol: [String: [Int]] = [:]
    private var byOwner: [Int] = []

    init(_ rules: [Rule]) {
        self.rules = rules
        for (index, rule) in rules.enumerated() {
            switch rule.target {
            case .slot(_, let name): bySlot[name, default: []].append(index)
            case .type(let name, _): byType[name, default: []].append(index)
            case .protocol(let name, _): byProtocol[name, default: []].append(index)
            case .owner: byOwner.append(index)
            }
        }
    }

    /// The place of the rule that decides; nil when none does.
    ///
    /// - Parameter saysItself: Whether the slot names an id or has an initial value, which only a rule for this very
    ///   slot, or a forced one, overrules.
    func decisive(for subject: Subject, saysItself: Bool) -> Int? {
        guard !rules.isEmpty else { return nil }
        return matching(subject).filter { match in
            !saysItself || match.rank.kind == .slot || rules[match.index].isForced
        }.min { ($0.rank, -$0.index) < ($1.rank, -$1.index) }?.index
    }

    /// Every rule that describes the slot, in no order.
    func matching(_ subject: Subject) -> [(index: Int, rank: Rank)] {
        var candidates = (bySlot[subject.name] ?? []) + byOwner
        for name in subject.typeNames { candidates += byType[name] ?? [] }
        for name in subject.protocolNames { candidates += byProtocol[name] ?? [] }
        return candidates.compactMap { index in
            Self.rank(of: rules[index].target, subject.ownerNames).map { (index, $0) }
        }
    }

    /// Nil when the rule names another owner.
    private static func rank(of target: Rule.Target, _ owners: [[String]]) -> Rank? {
        let (general, narrowed, owner): (Rank.Kind, Rank.Kind, String?) =
            switch target {
            case .slot(let owner, _): (.slot, .slot, owner)
            case .type(_, let owner): (.type, .typeOfOwner, owner)
            case .protocol(_, let owner): (.protocol, .protocolOfOwner, owner)
            case .owner(let owner): (.owner, .owner, owner)
            }
        guard let owner else { return Rank(kind: general, distance: 0) }
        return owners.firstIndex { $0.contains(owner) }.map { Rank(kind: narrowed, distance: $0) }
    }
}

extension RuleBook.Subject {
    /// A slot that belongs to no object, static or of a struct: nobody knows its owner or its name.
    init(ownerless type: SlotType) {
        self.init(ownerNames: [], name: "", typeNames: type.typeNames, protocolNames: type.protocolNames)
    }
}

extension SlotTable {
    func subject(_ field: SlotField) -> RuleBook.Subject {
        RuleBook.Subject(
            ownerNames: ownerNames, name: field.name, typeNames: field.type.typeNames,
            protocolNames: field.type.protocolNames)
    }
}
