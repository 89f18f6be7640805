import MoonwireSupport

/// Holds an instance as the application does.
final class InstanceHolder<Held: AnyObject & Sendable>: Sendable {
    private let held: Lock<Held?>

    init(_ held: Held) {
        self.held = Lock(held)
    }

    func withHeld<R>(_ body: (Held?) throws -> R) rethrows -> R { try held.withLock { try body($0) } }

    func release() {
        let held = held.withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(held) {}
    }
}
