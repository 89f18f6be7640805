import MoonwireSupport

/// Counts what is in force somewhere; asking whether there is any costs next to nothing.
///
/// Not in MoonwireSupport: a class of another module would be retained by each resolve that asks.
final class LiveCount: Sendable {
    private let count = Atomic<Int>(0)

    @inline(__always) var isAny: Bool { count.load(ordering: .relaxed) != 0 }

    func begin() { count.wrappingAdd(1, ordering: .relaxed) }
    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
