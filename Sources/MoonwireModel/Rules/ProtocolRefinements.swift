/// A protocol that inherits from another one, as the application states it: Swift does not list inherited protocols at run time.
package struct ProtocolRefinement: Sendable {
    /// The names by which rules may call the protocol that inherits.
    let specific: [String]
    /// The names by which rules may call the inherited protocol.
    let general: [String]

    package init(specific: [String], general: [String]) {
        self.specific = specific
        self.general = general
    }
}

/// The protocols that protocols inherit, directly and through others.
///
/// A protocol with arguments, `P<Int>`, inherits from the same protocol without them.
struct ProtocolRefinements: Sendable {
    /// A protocol, with the number of inheritances that lead to it.
    struct Inherited: Sendable {
        let name: String
        let distance: Int
    }

    private let direct: [String: [String]]

    init(_ refinements: [ProtocolRefinement]) {
        var direct: [String: [String]] = [:]
        for refinement in refinements {
            for name in refinement.specific { direct[name, default: []] += refinement.general }
        }
        self.direct = direct
    }

    var isEmpty: Bool { direct.isEmpty }

    /// All protocols that one of the given ones inherits, without these, nearest first.
    func inherited(by names: [String]) -> [Inherited] {
        var found: [Inherited] = []
        var seen = Set(names)
        var (level, distance) = (names, 0)
        while !level.isEmpty {
            distance += 1
            var next: [String] = []
            for name in level {
                for general in parents(of: name) where seen.insert(general).inserted { next.append(general) }
            }
            found += next.map { Inherited(name: $0, distance: distance) }
            level = next
        }
        return found
    }

    private func parents(of name: String) -> [String] {
        let parents = direct[name] ?? []
        return RuleTypeName.withoutArguments(name).map { parents + [$0] } ?? parents
    }
}
