import Dispatch
import Foundation

/// A thread that runs the parts of schedules one after the other, because starting a thread costs more than running a part.
final class ScheduledWorker: @unchecked Sendable {  // The semaphore separates setting and taking a job.
    private let wakeUp = DispatchSemaphore(value: 0)
    private var job: (@Sendable () -> Void)?

    init() {
        let thread = Thread { [self] in
            while true {
                wakeUp.wait()
                let next = job
                job = nil
                next?()
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    func run(_ job: @escaping @Sendable () -> Void) {
        self.job = job
        wakeUp.signal()
    }
}

/// The workers without a job.
final class ScheduledWorkers: @unchecked Sendable {  // Used by the one schedule of the process.
    private var idle: [ScheduledWorker] = []

    func run(_ body: @escaping @Sendable () -> Void, then end: @escaping @Sendable () -> Void) {
        let worker = idle.popLast() ?? ScheduledWorker()
        worker.run { [self] in
            body()
            idle.append(worker)
            end()
        }
    }
}
