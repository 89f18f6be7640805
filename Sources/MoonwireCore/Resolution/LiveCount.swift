import MoonwireSupport

/// Counts active objects; checking whether there are any costs next to nothing.
///
/// Not in MoonwireSupport: each resolve that checks would retain a class of another module.
final class LiveCount: Sendable {
    private let count = Atomic<Int>(0)

    @inline(__always) var isAny: Bool { count.load(ordering: .relaxed) != 0 }

    func begin() { count.wrappingAdd(1, ordering: .relaxed) }
    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
