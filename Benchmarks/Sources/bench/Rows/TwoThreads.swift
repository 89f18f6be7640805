import Foundation
import MoonwireCore
import Synchronization

/// Two threads, each with a service of its own: at a ratio of 1.11 both together do 1.8 times the work of one.
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
    let partner = Partner()
    return [
        Row(
            "two threads, a shared service each", bar: 1.11,
            ours: { operations in
                partner.start { try? other(operations) }
                try one(operations)
                partner.wait()
            }, baseline: one)
    ]
}

/// A second thread that is there all the time, so that no round pays for starting one.
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
