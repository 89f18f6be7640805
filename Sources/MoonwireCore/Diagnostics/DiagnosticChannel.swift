/// The one place where a container says what is wrong or worth a remark.
///
/// `container.diagnostics.entries` lists the latest thousand; ``stream()`` delivers new ones as they come.
public final class DiagnosticChannel: Sendable {
    private struct State {
        var entries: [Diagnostic] = []
        var listeners: [Int: AsyncStream<Diagnostic>.Continuation] = [:]
        var nextListener = 0
    }

    private static let capacity = 1000
    private let state = Lock(State())

    init() {}

    /// The latest diagnostics, oldest first.
    public var entries: [Diagnostic] { state.withLock { $0.entries } }

    /// Diagnostics from now on.
    public func stream() -> AsyncStream<Diagnostic> {
        let (stream, continuation) = AsyncStream<Diagnostic>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.capacity))
        let listener = state.withLock { state in
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: listener) }
        }
        return stream
    }

    package func report(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return }
        let listeners = state.withLock { state in
            state.entries.append(contentsOf: diagnostics)
            state.entries.removeFirst(max(0, state.entries.count - Self.capacity))
            return Array(state.listeners.values)
        }
        for listener in listeners {
            for diagnostic in diagnostics { listener.yield(diagnostic) }
        }
    }

    deinit {
        for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
    }
}
