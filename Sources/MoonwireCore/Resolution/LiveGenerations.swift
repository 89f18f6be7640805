import Foundation
import MoonwireSupport

/// The generations of a container that are not over, without those of overrides and scopes.
final class LiveGenerations: Sendable {
    struct Entry: Sendable {
        let number: Int
        let date: Date
        let leases: Leases
    }

    private let entries = Lock<[Entry]>([])

    /// The generations, oldest first.
    var all: [Entry] { entries.withLock { $0 } }

    func add(_ number: Int, _ leases: Leases) {
        entries.withLock { $0.append(Entry(number: number, date: Date(), leases: leases)) }
    }

    func remove(_ number: Int) { entries.withLock { $0.removeAll { $0.number == number } } }
}
