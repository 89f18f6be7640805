import Foundation

/// What the thread of a watch does: wait for a change, let it settle, see what really changed, and reload.
package struct Watcher: Sendable {
    /// A change that does not come to rest is taken as it is after so many times the time to settle.
    private static let patience = 20

    private weak let container: Container?
    private let events: any FileEvents
    private let settle: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    package init(
        container: Container, events: any FileEvents, settle: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.container = container
        self.events = events
        self.settle = settle
        self.now = now
    }

    /// Until the watch is cancelled or the container is gone.
    package func run() {
        // What was changed before the watch began counts too.
        while reloadChanges() {
            guard events.wait(atMost: nil) != .cancelled else { return }
        }
    }

    func follow() {
        guard let files = container?.followedFiles else { return }
        events.follow(files.keys.reduce(into: []) { $0.formUnion(WatchedPlace.places(of: $1)) })
    }

    /// Reloads until the files are what was read last; false when there is nothing to watch any more.
    private func reloadChanges() -> Bool {
        while true {
            follow()
            guard let container else { return false }
            if !container.followedFiles.contains(where: { Self.hasChanged($0, $1) }) { return true }
            guard waitForRest() else { return false }
            // What is wrong is reported by the reload itself, and the next change may mend it.
            if let plan = try? container.reload() { container.diagnostics.report([.reloaded(plan)]) }
        }
    }

    /// Waits until the files rest; longer when one of them is gone or empty, which an editor that writes it leaves for a
    /// moment. False when the watch is cancelled.
    private func waitForRest() -> Bool {
        let start = now()
        while true {
            let event = events.wait(atMost: settle)
            let waited = now() - start
            switch event {
            case .cancelled: return false
            case .changed: if waited > settle * Self.patience { return true }
            case .quiet: if waited > settle * (Self.patience / 2) || !isBeingWritten { return true }
            }
        }
    }

    private var isBeingWritten: Bool {
        container?.followedFiles.contains { path, text in
            text?.isEmpty == false && Self.text(of: path)?.isEmpty != false
        } ?? false
    }

    private static func hasChanged(_ path: String, _ text: String?) -> Bool { self.text(of: path) != text }

    private static func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
