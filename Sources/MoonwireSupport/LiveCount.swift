/// Counts what is in force somewhere; asking whether there is any costs next to nothing.
package final class LiveCount: Sendable {
    @usableFromInline let count = Atomic<Int>(0)

    package init() {}

    @inlinable package var isAny: Bool { count.load(ordering: .relaxed) != 0 }

    @inlinable package func begin() { count.wrappingAdd(1, ordering: .relaxed) }
    @inlinable package func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
