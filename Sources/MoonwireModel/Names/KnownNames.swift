import MoonwireSupport
import MoonwireValues

/// The names of one kind that a load knows, for suggestions, with a limit on comparisons.
///
/// Most missing names are looked for once. All of them together compare no more than `effort` allows; those that come later
/// are reported without suggestions. A load, a check, and a reload have names of their own, and so does a running container.
/// There, the effort comes back with time: a loop of failing lookups costs little, and an occasional one has suggestions.
package final class KnownNames: Sendable {
    /// What one load may spend on each kind of name: about a million names looked at.
    package static let effortOfOneLoad = 1 << 20

    /// The effort that comes back each second while a container runs. Spending it takes a few milliseconds.
    package static let effortOfOneSecond = 1 << 17

    /// Less does not come back by itself, as it would be rounded down to nothing in a loop.
    private static let leastGain = 100

    /// How many answers are kept.
    private static let mostAnswers = 1_000

    private struct State {
        var suggestions: Suggestions?
        var answers: [String: [String]] = [:]
        var effort: Int
        /// Up to when effort has come back.
        var time: ContinuousClock.Instant?
    }

    private let names: @Sendable () -> [String]
    private let limit: Int
    private let now: (@Sendable () -> ContinuousClock.Instant)?
    private let state: Lock<State>

    /// - Parameters:
    ///   - now: The clock by which effort comes back; nil if it does not.
    ///   - names: Asked for when a name is missing for the first time.
    package init(
        effort: Int = effortOfOneLoad, now: (@Sendable () -> ContinuousClock.Instant)? = nil,
        _ names: @escaping @Sendable () -> [String]
    ) {
        self.names = names
        self.now = now
        limit = effort
        state = Lock(State(effort: effort))
    }

    /// The names that a container knows while it runs.
    ///
    /// Not an initializer: `KnownNames { … }` would choose that one, whose effort comes back during a load that takes long.
    package static func whileRunning(_ names: @escaping @Sendable () -> [String]) -> KnownNames {
        KnownNames(now: { .now }, names)
    }

    /// Whether effort comes back with time.
    package var isForRunning: Bool { now != nil }

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
        // No longer name is near any other: it is not kept either, as functions may ask for names while a container runs.
        guard name.utf8.count <= Suggestions.longestName else { return [] }
        return state.withLock { state in
            if let known = state.answers[name] { return known }
            replenish(&state)
            guard state.effort > 0 else { return [] }
            let suggestions = state.suggestions ?? Suggestions(among: names())
            state.suggestions = suggestions
            // An answer takes a look at all names, for which what came back may not suffice yet.
            if now != nil, state.effort <= min(limit - 1, suggestions.count) { return [] }
            state.effort -= 1
            let near = search(suggestions, &state.effort)
            keep(near, for: name, in: &state)
            return near
        }
    }

    private func keep(_ near: [String], for name: String, in state: inout State) {
        if now != nil {
            // The answer may be incomplete.
            if state.effort <= 0 { return }
            if state.answers.count >= Self.mostAnswers { state.answers.removeAll() }
        }
        if state.answers.count < Self.mostAnswers { state.answers[name] = near }
    }

    private func replenish(_ state: inout State) {
        guard let now = now?() else { return }
        guard let time = state.time else { return state.time = now }
        let gain = min((now - time) / .seconds(1) * Double(Self.effortOfOneSecond), Double(limit) * 2)
        guard gain >= Double(Self.leastGain) else { return }
        state.time = now
        state.effort = min(limit, max(state.effort, -limit) + Int(gain))
    }
}
