/// The one place where a container says what is wrong or worth a remark.
///
/// `container.diagnostics.entries` lists the latest thousand; ``stream()`` delivers new ones as they come.
public final class DiagnosticChannel: Sendable {
    private static let capacity = 1000
    private let latest = Lock<[Diagnostic]>([])
    private let broadcast = Broadcast<Diagnostic>()

    init() {}

    /// The latest diagnostics, oldest first.
    public var entries: [Diagnostic] { latest.withLock { $0 } }

    /// Diagnostics from now on.
    public func stream() -> AsyncStream<Diagnostic> { broadcast.stream() }

    package func report(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return }
        latest.withLock { latest in
            latest.append(contentsOf: diagnostics)
            latest.removeFirst(max(0, latest.count - Self.capacity))
        }
        broadcast.send(diagnostics)
    }
}
