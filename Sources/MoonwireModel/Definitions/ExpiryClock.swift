import MoonwireSupport

/// The clock by which instances of services expire.
package struct ExpiryClock: Sendable {
    /// The clock that also counts the time for which the system sleeps.
    package static let continuous = ExpiryClock(ContinuousClock())

    private let begin: @Sendable (Duration) -> Expiry

    package init(_ clock: some Clock<Duration>) {
        begin = { duration in
            let end = clock.now.advanced(by: duration)
            return Expiry { clock.now >= end }
        }
    }

    /// The end of a time that begins now.
    package func expiry(after duration: Duration) -> Expiry { begin(duration) }
}

/// The end of the time for which an instance is used.
package final class Expiry: Sendable {
    private let hasPassed: @Sendable () -> Bool

    init(_ hasPassed: @escaping @Sendable () -> Bool) {
        self.hasPassed = hasPassed
    }

    /// Whether that time has passed; may run code of the application.
    package var isOver: Bool { hasPassed() }

    /// The earlier end of two times.
    package static func earlier(_ one: Expiry, _ other: Expiry) -> Expiry { Expiry { one.isOver || other.isOver } }
}
