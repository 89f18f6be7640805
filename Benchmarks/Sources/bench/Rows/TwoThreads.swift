import Foundation
import Moonwire
import Synchronization

/// Two threads, each with its own service: at a ratio of 1.11 both together do 1.8 times the work of one.
func twoThreadRows() throws -> [Row] {
    let container = try Container.ofHundred()
    let one: @Sendable (Int) throws -> Void = { operations in
        var sink = Sink()
        for _ in 0..<operations { sink.take(try container.resolve(Service.self)) }
    }
    let other: @Sendable (Int) throws -> Void = { operations in
        var sink = Sink()
        for _ in 0..<operations { sink.take(try container.resolve(OtherService.self)) }
    }
    return [
        twoThreadRow("an own service each", bar: 1.11, one, beside: other),
        twoThreadRow("the same service", bar: nil, one),
        twoThreadRow("nothing in common", bar: nil, countAlone),
    ]
}

/// Two threads that do the work of a row, or of two, compared to one.
func twoThreadRow(
    _ name: String, bar: Double?, _ one: @escaping @Sendable (Int) throws -> Void,
    beside other: (@Sendable (Int) throws -> Void)? = nil
) -> Row {
    let partner = Partner()
    let other = other ?? one
    return Row(
        "two threads, \(name)", bar: bar,
        ours: { operations in
            partner.start { try? other(operations) }
            try one(operations)
            partner.wait()
        }, baseline: one)
}

/// Atomic operations on the thread's own memory, like those of a hit: the limit of the machine.
@Sendable private func countAlone(_ operations: Int) {
    let counter = OwnCounter()
    for _ in 0..<operations {
        counter.value.wrappingAdd(1, ordering: .sequentiallyConsistent)
        counter.value.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }
}

/// Far enough from every other object's first cache line.
private final class OwnCounter: Sendable {
    private let before = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let value = Atomic<Int>(0)
    private let after = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

/// A second thread that runs all the time, so that no round includes starting one.
private final class Partner: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil)
    private let given = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    init() {
        Thread { [self] in
            while true {
                given.wait()
                work.withLock { $0 }?()
                done.signal()
            }
        }.start()
    }

    func start(_ body: @escaping @Sendable () -> Void) {
        work.withLock { $0 = body }
        given.signal()
    }

    func wait() {
        done.wait()
    }
}
