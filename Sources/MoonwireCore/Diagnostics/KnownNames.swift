import MoonwireValues

/// The names of one kind that a load knows, for suggestions: looked at in bounds, however many faults ask for them.
///
/// Each missing name is looked for once. All of them together compare no more than `effort` allows; those that come later
/// are reported without suggestions.
package final class KnownNames: Sendable {
    /// What one load may spend on each kind of name: about a million names looked at.
    package static let effortOfOneLoad = 1 << 20

    private struct State {
        var suggestions: Suggestions?
        var answers: [String: [String]] = [:]
        var effort: Int
    }

    private let names: @Sendable () -> [String]
    private let state: Lock<State>

    /// - Parameter names: Asked for when a name is missing for the first time.
    package init(effort: Int = effortOfOneLoad, _ names: @escaping @Sendable () -> [String]) {
        self.names = names
        state = Lock(State(effort: effort))
    }

    /// What is left to spend on names that were not asked for yet.
    package var effort: Int { state.withLock { max($0.effort, 0) } }

    /// At most three names; never the one that asks.
    package func nearest(to name: String, askedBy asking: String? = nil) -> [String] {
        let near = answer(for: name) { $0.nearest(to: name, most: 4, effort: &$1) }
        return Array(near.filter { $0 != asking }.prefix(3))
    }

    /// The names nearest to one of the form `Owner.member`.
    package func nearest(toMember name: String) -> [String] {
        answer(for: name) { $0.nearest(toMember: name, effort: &$1) }
    }

    private func answer(for name: String, _ search: (Suggestions, inout Int) -> [String]) -> [String] {
        state.withLock { state in
            if let known = state.answers[name] { return known }
            guard state.effort > 0 else { return [] }
            let suggestions = state.suggestions ?? Suggestions(among: names())
            state.suggestions = suggestions
            let near = search(suggestions, &state.effort)
            state.answers[name] = near
            return near
        }
    }
}

/// What a graph knows by name.
package struct GraphNames: Sendable {
    package let services: KnownNames
    package let parameters: KnownNames
    package let types: KnownNames

    init(_ index: NameIndex, _ parameters: KnownNames, _ types: TypeRegistry?) {
        services = KnownNames { index.names }
        self.parameters = parameters
        self.types = KnownNames { types?.names ?? [] }
    }
}
