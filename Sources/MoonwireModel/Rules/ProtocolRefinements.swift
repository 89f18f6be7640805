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
struct ProtocolRefinements: Sendable {
    private let inherited: [String: [String]]

    init(_ refinements: [ProtocolRefinement]) {
        var direct: [String: [String]] = [:]
        for refinement in refinements {
            for name in refinement.specific { direct[name, default: []] += refinement.general }
        }
        inherited = direct.mapValues { Self.closure($0, direct) }
    }

    /// The names of all protocols that one of the given ones inherits, without these.
    func inherited(by names: [String]) -> [String] {
        guard !inherited.isEmpty else { return [] }
        var found: [String] = []
        for name in names.flatMap({ inherited[$0] ?? [] }) where !found.contains(name) && !names.contains(name) {
            found.append(name)
        }
        return found
    }

    private static func closure(_ names: [String], _ direct: [String: [String]]) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var pending = names[...]
        while let name = pending.popFirst() {
            guard seen.insert(name).inserted else { continue }
            found.append(name)
            pending += direct[name] ?? []
        }
        return found
    }
}
