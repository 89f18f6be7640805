import MoonwireSupport

/// The channel to which a container reports faults, warnings, and notes.
///
/// `container.diagnostics.entries` lists the latest thousand; ``updates()`` delivers new ones as they come.
public final class DiagnosticChannel: Sendable {
    private struct State {
        var latest: [Diagnostic] = []
        var dropped = 0
    }

    private static let capacity = 1000
    private let state = Lock(State())
    private let broadcast = Broadcast<Diagnostic>()

    init() {}

    /// The latest diagnostics, oldest first.
    public var entries: [Diagnostic] { state.copy { $0.latest } }

    /// The number of older diagnostics that ``entries`` no longer contains.
    public var dropped: Int { state.withLock { $0.dropped } }

    /// The diagnostics from now on.
    public func updates() -> Updates<Diagnostic> { broadcast.updates() }

    /// Adds a diagnostic of the application, such as a warning of a store whose server is away.
    ///
    /// A fault is only recorded: what the container has loaded stays in use.
    public func report(_ diagnostic: Diagnostic) { report([diagnostic]) }

    package func report(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return }
        state.withLock { state in
            state.latest.append(contentsOf: diagnostics)
            let surplus = max(0, state.latest.count - Self.capacity)
            state.latest.removeFirst(surplus)
            state.dropped += surplus
        }
        if broadcast.send(diagnostics) { report([.slowListener(to: "diagnostics")]) }
    }
}
