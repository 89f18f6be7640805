import MoonwireSupport
import MoonwireValues

/// The known names of one kind in a load, for suggestions, with a limit on comparisons.
///
/// Most missing names are looked up once. All lookups together compare no more than `effort` allows; later ones are reported
/// without suggestions. A load, a check, a reload, and a running container each have their own names. In a running container the
/// effort is restored over time: a loop of failing lookups costs little, and an occasional one has suggestions.
package final class KnownNames: Sendable {
    /// The effort of one load for each kind of name: about a million comparisons.
    package static let effortOfOneLoad = 1 << 20

    /// The effort that is restored each second while a container runs.
    ///
    /// Using it takes a few milliseconds.
    package static let effortOfOneSecond = 1 << 17

    /// A smaller amount is not restored, because a loop would round it down to zero.
    private static let leastGain = 100

    /// The number of cached answers.
    private static let mostAnswers = 1_000

    private struct State {
        var suggestions: Suggestions?
        var answers: [String: [String]] = [:]
        var effort: Int
        /// The time up to which effort has been restored.
        var time: ContinuousClock.Instant?
    }

    private let names: @Sendable () -> [String]
    private let limit: Int
    private let now: (@Sendable () -> ContinuousClock.Instant)?
    private let state: Lock<State>

    /// - Parameters:
    /// - now: The clock by which effort is restored; nil if it is not.
    /// - names: Called when a name is missing for the first time.
    package init(
        effort: Int = effortOfOneLoad, now: (@Sendable () -> ContinuousClock.Instant)? = nil,
        _ names: @escaping @Sendable () -> [String]
    ) {
        self.names = names
        self.now = now
        limit = effort
        state = Lock(State(effort: effort))
    }

    /// The names that a running container knows.
    ///
    /// Not an initializer: `KnownNames { … }` would choose it, and its effort would be restored during a long load.
    package static func whileRunning(_ names: @escaping @Sendable () -> [String]) -> KnownNames {
        KnownNames(now: { .now }, names)
    }

    /// Whether effort is restored over time.
    package var isForRunning: Bool { now != nil }

    /// The remaining effort for names that have not been looked up yet.
    package var effort: Int { state.withLock { max($0.effort, 0) } }

    /// At most three names, without the given name itself.
    package func nearest(to name: String, askedBy asking: String? = nil) -> [String] {
        let near = answer(for: name) { $0.nearest(to: name, most: 4, effort: &$1) }
        return Array(near.filter { $0 != asking }.prefix(3))
    }

    /// The names nearest to one of the form `Owner.member`.
    package func nearest(toMember name: String) -> [String] {
        answer(for: name) { $0.nearest(toMember: name, effort: &$1) }
    }

    private func answer(for name: String, _ search: (Suggestions, inout Int) -> [String]) -> [String] {
        // Longer names have no similar names and are not cached, because functions may look up any names while a container runs.
        guard name.utf8.count <= Suggestions.longestName else { return [] }
        return state.withLock { state in
            if let known = state.answers[name] { return known }
            replenish(&state)
            guard state.effort > 0 else { return [] }
            let suggestions = state.suggestions ?? Suggestions(among: names())
            state.suggestions = suggestions
            // An answer requires a comparison with all names, for which the restored effort may not be enough yet.
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
