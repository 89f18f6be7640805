import Moonwire
import Synchronization

/// Wakes those that wait for new deliveries.
public final class Bell: Sendable, Exposed {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    init() {}

    func ring() {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield() }
    }

    /// The rings from now on, several of which may arrive as one; the continuation ends them.
    func listen() -> (rings: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
        let (rings, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return (rings, continuation)
    }
}
