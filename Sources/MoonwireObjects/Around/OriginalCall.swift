import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// The `original` of a wrapper, which works until the wrapper returns.
final class OriginalCall: Sendable {
    private struct State: @unchecked Sendable {  // A call runs on the thread of its wrapper.
        var call: WrappedCall?
    }

    let title: String
    let labels: [String]
    private let state: Lock<State>

    init(_ call: WrappedCall) {
        title = call.title
        labels = call.labels
        state = Lock(State(call: call))
    }

    func end() {
        let former = state.withLock { $0.call.take() }
        withExtendedLifetime(former) {}
    }

    /// The call; throws ``ContainerError`` after its end.
    func current(at location: ScriptLocation?) throws -> WrappedCall {
        guard let call = state.withLock({ $0.call }) else {
            throw ContainerError(.originalTooLate(title, at: location))
        }
        return call
    }
}
