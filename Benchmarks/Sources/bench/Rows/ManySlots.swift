import Moonwire

/// 100,000 slots of 40,000 types, of which 150 are filled by rules of types, protocols, and owners, compared to dictionaries of the same
/// rules.
func manySlotsRows() throws -> [Row] {
    let kinds = ManySlots.kinds()
    let rules = ManySlots.rules(of: kinds)
    let container = try Container(text: "", environment: .prod) { services in
        for rule in rules { rule.register(&services) }
    }
    let index = SlotIndex(rules)
    let ours = kinds.map { $0.make() }
    let theirs = kinds.map { $0.makePlain() }
    return [
        Row(
            "100,000 slots of 40,000 types, 150 of them with rules", bar: 2.5,
            ours: { operations in
                for _ in 0..<operations {
                    var filled = 0
                    for owner in ours {
                        try container.inject(into: owner)
                        filled += owner.filled
                    }
                    precondition(filled == 150)
                }
            },
            baseline: { operations in
                for _ in 0..<operations {
                    var filled = 0
                    for owner in theirs {
                        owner.fill(from: index)
                        filled += owner.filled
                    }
                    precondition(filled == 150)
                }
            })
    ]
}

private struct One {}
private struct Two {}
private struct Three {}
private struct Four {}
private struct Pair<A, B> {}

private final class Part<A, B>: Sendable {}

private protocol Driving: Sendable {}

private final class Driver: Driving {}

/// An owner of slots.
private class SlotOwner {
    var filled: Int { 0 }
}

private final class Panel<A, B>: SlotOwner {
    @Injected var part: Part<A, B>?
    @Injected var driver: (any Driving)?

    override var filled: Int { (part == nil ? 0 : 1) + (driver == nil ? 0 : 1) }
}

private final class Board<A, B>: SlotOwner {
    @Injected var part: Part<A, B>?
    @Injected var driver: (any Driving)?
    @Injected var limit: Int?

    override var filled: Int { (part == nil ? 0 : 1) + (driver == nil ? 0 : 1) + (limit == nil ? 0 : 1) }
}

/// An owner of properties that a dictionary fills.
private class PlainSlotOwner {
    var filled: Int { 0 }
    func fill(from index: SlotIndex) {}
}

private final class PlainPanel<A, B>: PlainSlotOwner {
    var part: Part<A, B>?
    var driver: (any Driving)?

    override var filled: Int { (part == nil ? 0 : 1) + (driver == nil ? 0 : 1) }

    override func fill(from index: SlotIndex) {
        let owner = ObjectIdentifier(Panel<A, B>.self)
        part = index.value(Part<A, B>.self, of: owner)
        driver = index.value((any Driving).self, of: owner)
    }
}

private final class PlainBoard<A, B>: PlainSlotOwner {
    var part: Part<A, B>?
    var driver: (any Driving)?
    var limit: Int?

    override var filled: Int { (part == nil ? 0 : 1) + (driver == nil ? 0 : 1) + (limit == nil ? 0 : 1) }

    override func fill(from index: SlotIndex) {
        let owner = ObjectIdentifier(Board<A, B>.self)
        part = index.value(Part<A, B>.self, of: owner)
        driver = index.value((any Driving).self, of: owner)
        limit = index.value(Int.self, of: owner)
    }
}

/// The values of rules, by the types of slots, and by their owners.
private struct SlotIndex {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let owner: ObjectIdentifier
    }

    private var ofOwners: [Key: Any] = [:]
    private var ofTypes: [ObjectIdentifier: Any] = [:]

    init(_ rules: [ManySlots.Rule]) {
        for rule in rules {
            if let owner = rule.owner {
                ofOwners[Key(type: ObjectIdentifier(rule.type), owner: ObjectIdentifier(owner))] = rule.value
            } else {
                ofTypes[ObjectIdentifier(rule.type)] = rule.value
            }
        }
    }

    func value<T>(_ type: T.Type, of owner: ObjectIdentifier) -> T? {
        let key = ObjectIdentifier(type)
        return (ofOwners[Key(type: key, owner: owner)] ?? ofTypes[key]) as? T
    }
}

private enum ManySlots {
    /// A type of owners.
    struct Kind {
        let make: () -> SlotOwner
        let makePlain: () -> PlainSlotOwner
        /// Rules for its type, for its slot of a protocol, and for its slot of a number.
        let rules: [Rule]
    }

    struct Rule {
        let type: Any.Type
        let owner: AnyClass?
        let value: Any
        let register: (inout Registrations) -> Void
    }

    /// 20,000 types with two slots, and 20,000 with three.
    static func kinds() -> [Kind] {
        let some: [Any.Type] = [One.self, Two.self, Three.self, Four.self]
        let more = pairs(some, some)
        let names = Array(pairs(more, more).prefix(200))
        return names.enumerated().flatMap { number, one in
            names.map { other in
                func kind<A, B>(_ one: A.Type, _ other: B.Type) -> Kind {
                    number.isMultiple(of: 2) ? panel(one, other) : board(one, other)
                }
                func open<A>(_ one: A.Type) -> Kind {
                    func open<B>(_ other: B.Type) -> Kind { kind(one, other) }
                    return _openExistential(other, do: open)
                }
                return _openExistential(one, do: open)
            }
        }
    }

    private static func pairs(_ ones: [Any.Type], _ others: [Any.Type]) -> [Any.Type] {
        ones.flatMap { one in
            others.map { other in
                func open<A>(_: A.Type) -> Any.Type {
                    func open<B>(_: B.Type) -> Any.Type { Pair<A, B>.self }
                    return _openExistential(other, do: open)
                }
                return _openExistential(one, do: open)
            }
        }
    }

    private static func panel<A, B>(_: A.Type, _: B.Type) -> Kind {
        Kind(
            make: { Panel<A, B>() }, makePlain: { PlainPanel<A, B>() },
            rules: [part(A.self, B.self), driver(Panel<A, B>.self)])
    }

    private static func board<A, B>(_: A.Type, _: B.Type) -> Kind {
        Kind(
            make: { Board<A, B>() }, makePlain: { PlainBoard<A, B>() },
            rules: [part(A.self, B.self), driver(Board<A, B>.self), limit(Board<A, B>.self)])
    }

    private static func part<A, B>(_: A.Type, _: B.Type) -> Rule {
        let part = Part<A, B>()
        return Rule(type: Part<A, B>.self, owner: nil, value: part) { $0.inject(Part<A, B>.self, part) }
    }

    private static func driver(_ owner: AnyClass) -> Rule {
        let driver = Driver()
        return Rule(type: (any Driving).self, owner: owner, value: driver) {
            $0.inject((any Driving).self, owner: owner, driver)
        }
    }

    private static func limit(_ owner: AnyClass) -> Rule {
        Rule(type: Int.self, owner: owner, value: 7) { $0.inject(Int.self, owner: owner, 7) }
    }

    /// 50 rules of types, 50 of a protocol and an owner, and 50 of a number and an owner.
    static func rules(of kinds: [Kind]) -> [Rule] {
        (0..<50).flatMap { number in
            let boards = kinds[200 + number * 397 % 200 + number / 25 * 400].rules
            return [kinds[number * 400].rules[0], boards[1], boards[2]]
        }
    }
}
