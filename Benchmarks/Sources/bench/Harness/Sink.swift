import Synchronization

/// Takes what a loop made, so that the optimiser must not leave the loop out.
struct Sink: ~Copyable {
    private static let total = Atomic<Int>(0)
    private var sum = 0

    mutating func take(_ object: AnyObject) {
        sum &+= unsafeBitCast(object, to: Int.self)
    }

    mutating func take(_ number: Int64) {
        sum &+= Int(truncatingIfNeeded: number)
    }

    deinit {
        Self.total.wrappingAdd(sum, ordering: .relaxed)
    }
}
