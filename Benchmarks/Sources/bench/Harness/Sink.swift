import Synchronization

/// Consumes the results of a loop, so that the optimizer cannot remove the loop.
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
