/// Why a schedule did not end.
package enum ScheduleFault: Error, CustomStringConvertible {
    /// No thread can continue; the states of those that have not ended.
    case deadlock([String])
    case endless(steps: Int)

    package var description: String {
        switch self {
        case .deadlock(let states): "no thread can continue: \(states.joined(separator: ", "))"
        case .endless(let steps): "not over after \(steps) steps"
        }
    }
}
