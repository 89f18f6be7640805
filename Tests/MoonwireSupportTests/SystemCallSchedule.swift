import MoonwireSupport

/// Runs a function before each file system call of its thread.
final class SystemCallSchedule: ThreadSchedule, @unchecked Sendable {  // One thread uses it.
    private var count = 0
    private let before: (Int) -> Void

    private init(_ before: @escaping (Int) -> Void) { self.before = before }

    /// Runs `body` and returns the number of its file system calls; `before` receives the numbers of the calls, counted from 1.
    @discardableResult static func calls(during body: () -> Void, before: (Int) -> Void = { _ in }) -> Int {
        withoutActuallyEscaping(before) { before in
            let schedule = SystemCallSchedule(before)
            Schedule.following(schedule, body)
            return schedule.count
        }
    }

    func reach() {
        count += 1
        before(count)
    }

    // Everything else is as without a schedule.

    let threadNumber = 0
    var now: ContinuousClock.Instant { .now }
    var fileSystem: (any FileSystem)? { nil }
    func yield() {}
    func willLock(_ mutex: UnsafeRawPointer) {}
    func didUnlock(_ mutex: UnsafeRawPointer) {}
    func wait(for condition: UnsafeRawPointer, freeing mutex: UnsafeRawPointer, seconds: Int?) -> Bool { false }
    func wake(_ condition: UnsafeRawPointer) {}
    func startThread(_ body: @escaping @Sendable () -> Void) { body() }
}
