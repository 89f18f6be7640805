import MoonwireSupport

/// The rules for types and protocols, by the names that slots are declared with.
///
/// What applies to a list of protocols is computed once, because protocols inherit from others and are composed.
struct DeclaredTypeRules: Sendable {
    /// A group of rules, and how it matches the declared type.
    struct Match: Sendable {
        let group: InjectionRuleGroup
        let general: InjectionRuleRank.Kind
        let ofOwner: InjectionRuleRank.Kind
        var inheritances = 0
        var protocols = 1
    }

    private struct Key: Hashable {
        let types: [String]
        let protocols: [String]
    }

    /// What matches slots with the same names.
    private struct Matches: Sendable {
        let all: [Match]
        /// The positions of those that every slot may have.
        private(set) var ofEach: [Int] = []
        /// The positions of the others, by the owners that their rules name: thousands of rules can be for other owners.
        private(set) var byOwner: [String: [Int]] = [:]

        init(_ all: [Match]) {
            self.all = all
            let others = all.indices.filter { all[$0].group.general.own.isEmpty }
            // A few groups with many owners are looked at for each slot: an index would have each owner again.
            let owners = others.lazy.map { all[$0].group.byOwner.count }.reduce(0, +)
            guard owners <= others.count * 4 else {
                ofEach = Array(all.indices)
                return
            }
            ofEach = all.indices.filter { !all[$0].group.general.own.isEmpty }
            for position in others {
                for owner in all[position].group.byOwner.keys { byOwner[owner, default: []].append(position) }
            }
        }

        func visit(_ ownerNames: [[String]], _ body: (Match) -> Void) {
            for position in ofEach { body(all[position]) }
            if byOwner.isEmpty { return }
            for position in Set(ownerNames.joined().flatMap { byOwner[$0] ?? [] }) { body(all[position]) }
        }
    }

    private final class Known: Sendable {
        let matches = Lock<[Key: Matches]>([:])
    }

    private var byType: [String: InjectionRuleGroup] = [:]
    private var byProtocol: [String: InjectionRuleGroup] = [:]
    private var compositions = CompositionTree()
    private let refinements: ProtocolRefinements
    private let known = Known()

    init(_ refinements: ProtocolRefinements) {
        self.refinements = refinements
    }

    mutating func append(_ index: Int, _ rule: InjectionRule, type name: String, owner: String?) {
        byType[RuleTypeName.type(name), default: InjectionRuleGroup()].append(index, rule, owner: owner)
    }

    mutating func append(_ index: Int, _ rule: InjectionRule, protocol name: String, owner: String?) {
        let protocols = Set(RuleTypeName.protocols(name)).sorted()
        if protocols.count > 1 { return compositions.append(index, rule, protocols, owner: owner) }
        for name in protocols {
            byProtocol[name, default: InjectionRuleGroup()].append(index, rule, owner: owner)
        }
    }

    /// Calls a function for each group of rules that can apply to a slot with these names.
    func visit(types: [String], protocols: [String], ownerNames: [[String]], _ body: (Match) -> Void) {
        guard mayInherit(types, protocols) else { return declared(types, protocols).forEach(body) }
        let key = Key(types: types, protocols: protocols)
        if let known = known.matches.withLock({ $0[key] }) { return known.visit(ownerNames, body) }
        let matches = Matches(
            declared(types, protocols) + inherited(protocols)
                + inherited(types.compactMap(CollectionName.init)))
        known.matches.withLock { $0[key] = matches }
        matches.visit(ownerNames, body)
    }

    /// Whether other rules than those with one of the names can match.
    private func mayInherit(_ types: [String], _ protocols: [String]) -> Bool {
        if !protocols.isEmpty, !compositions.isEmpty || !refinements.isEmpty { return true }
        if protocols.contains(where: { $0.hasSuffix(">") }) { return true }
        return types.contains { refinements.isEmpty ? $0.hasSuffix(">]") : $0.hasSuffix("]") }
    }

    private func declared(_ types: [String], _ protocols: [String]) -> [Match] {
        types.compactMap { byType[$0].map { Match(group: $0, general: .type, ofOwner: .typeOfOwner) } }
            + protocols.compactMap {
                byProtocol[$0].map { Match(group: $0, general: .protocol, ofOwner: .protocolOfOwner) }
            }
    }

    private func inherited(_ protocols: [String]) -> [Match] {
        var distances = Dictionary(protocols.map { ($0, 0) }) { one, _ in one }
        var matches: [Match] = []
        for inherited in refinements.inherited(by: protocols) {
            distances[inherited.name] = inherited.distance
            if let group = byProtocol[inherited.name] { matches.append(Match(group, inherited.distance)) }
        }
        compositions.visit(distances) { group, distance, count in
            matches.append(
                Match(
                    group: group, general: .composition, ofOwner: .compositionOfOwner, inheritances: distance,
                    protocols: count))
        }
        return matches
    }

    /// The rules for collections of a protocol that the elements' protocol inherits.
    private func inherited(_ collections: [CollectionName]) -> [Match] {
        collections.flatMap { collection in
            refinements.inherited(by: [collection.element]).compactMap { inherited in
                byType[collection.name(of: inherited.name)].map { Match($0, inherited.distance) }
            }
        }
    }
}

extension DeclaredTypeRules.Match {
    fileprivate init(_ group: InjectionRuleGroup, _ inheritances: Int) {
        self.init(
            group: group, general: .inheritedProtocol, ofOwner: .inheritedProtocolOfOwner, inheritances: inheritances)
    }
}

/// The rules for compositions, by their sorted protocols.
///
/// Those of a slot are found without a look at those of other slots.
private struct CompositionTree: Sendable {
    private var next: [String: CompositionTree] = [:]
    private var group: InjectionRuleGroup?

    var isEmpty: Bool { next.isEmpty }

    mutating func append(_ index: Int, _ rule: InjectionRule, _ protocols: [String], owner: String?) {
        guard let first = protocols.first else {
            group = group ?? InjectionRuleGroup()
            group?.append(index, rule, owner: owner)
            return
        }
        next[first, default: CompositionTree()].append(index, rule, Array(protocols.dropFirst()), owner: owner)
    }

    /// Calls a function for each composition of some of the protocols, with the largest distance and the number of its protocols.
    func visit(_ distances: [String: Int], _ body: (InjectionRuleGroup, Int, Int) -> Void) {
        if !isEmpty { visit(distances, 0, 0, body) }
    }

    private func visit(
        _ distances: [String: Int], _ distance: Int, _ count: Int, _ body: (InjectionRuleGroup, Int, Int) -> Void
    ) {
        if let group { body(group, distance, count) }
        if next.count < distances.count {
            for (name, tree) in next {
                guard let own = distances[name] else { continue }
                tree.visit(distances, max(distance, own), count + 1, body)
            }
        } else {
            for (name, own) in distances { next[name]?.visit(distances, max(distance, own), count + 1, body) }
        }
    }
}

/// The name of a collection of values of a protocol, as a slot of that type has it: `[Driving]`, `Array<App.Driving>`.
private struct CollectionName {
    let element: String
    private let start: String
    private let end: String

    /// Nil for a name of another form.
    init?(_ name: String) {
        guard let inner = Self.inner(name), inner.lowerBound < inner.upperBound else { return nil }
        let nested = Self(String(name[inner]))
        element = nested?.element ?? String(name[inner])
        start = name[..<inner.lowerBound] + (nested?.start ?? "")
        end = (nested?.end ?? "") + name[inner.upperBound...]
    }

    func name(of element: String) -> String { start + element + end }

    /// Where the name of the elements, or of the values of a dictionary, is.
    private static func inner(_ name: String) -> Range<String.Index>? {
        if name.hasSuffix("?") { return name.startIndex..<name.index(before: name.endIndex) }
        let isSugared = name.hasPrefix("[") && name.hasSuffix("]")
        guard isSugared || collections.contains(where: { name.hasPrefix($0) }) && name.hasSuffix(">"),
            let opening = name.firstIndex(where: { $0 == "[" || $0 == "<" })
        else { return nil }
        let end = name.index(before: name.endIndex)
        var (start, depth) = (name.index(after: opening), 0)
        for index in name.indices[start..<end] {
            if "<([".contains(name[index]) { depth += 1 }
            if ">)]".contains(name[index]) { depth -= 1 }
            if depth == 0, name[index] == ":" || name[index] == "," { start = name.index(index, offsetBy: 2) }
        }
        return start <= end ? start..<end : nil
    }

    private static let collections = ["Array", "Dictionary", "Optional"].flatMap { ["\($0)<", "Swift.\($0)<"] }
}
