/// Sends elements to everybody who listens, each in a stream of its own.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
    }

    /// How many elements wait for a listener that is slow; the oldest go first.
    private static var capacity: Int { 1000 }
    private let state = Lock(State())

    package init() {}

    /// The elements from now on.
    package func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            let former = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            withExtendedLifetime(former) {}
        }
        return stream
    }

    package func send(_ elements: [Element]) {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            for element in elements { listener.yield(element) }
        }
    }

    deinit {
        for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
    }
}
