import Dispatch
import Foundation
package import MoonwireSupport

/// Runs threads one at a time, and chooses by a seed where another one continues, which reproduces each run.
///
/// ```swift
/// let threads = SeededThreads(seed: 17)
/// try threads.run([{ deposit(5) }, { deposit(7) }])
/// ```
package final class SeededThreads: ThreadSchedule, @unchecked Sendable {
    // Only the running thread uses the fields; semaphores hand them over, finally to `run`.
    private enum State {
        case ready
        case locked(UnsafeRawPointer)
        /// Nil if the wait has no time limit.
        case waiting(UnsafeRawPointer, until: Int64?)
        case joining(Int)
        case ended
    }

    private struct Member {
        var state = State.ready
        var isTimeUp = false
        let turn = DispatchSemaphore(value: 0)
    }

    /// Two schedules at once could block each other with locks that all containers share.
    private static let oneAtATime = NSLock()
    private static let workers = ScheduledWorkers()
    /// A wait of this length counts as one without a limit.
    private static let forever = 3600
    /// In nanoseconds.
    private static let longestPause: Int64 = 150_000_000

    /// Replaces the file system, and the clock; nil for a schedule without files, whose time is separate.
    private let machine: MemoryFiles?
    private let clock: ScheduleClock
    private var random: SeededRandom
    /// A thread is interrupted once in this number of calls.
    private let patience: Int
    private let limit: Int
    private var members: [Member] = []
    private var running = 0
    private var holders: [UnsafeRawPointer: Int] = [:]
    private var fault: ScheduleFault?
    private let isOver = DispatchSemaphore(value: 0)
    /// The number of points at which a thread could have been interrupted.
    package private(set) var steps = 0
    /// Most likely differs between any two runs with different orders of threads.
    package private(set) var trace: UInt64 = 0xcbf2_9ce4_8422_2325

    package convenience init(seed: UInt64, limit: Int = 200_000) {
        self.init(seed: seed, files: nil, limit: limit)
    }

    /// Creates a schedule; `files` are the files for file system calls, which take time.
    init(seed: UInt64, files: MemoryFiles?, limit: Int = 400_000) {
        (machine, clock) = (files, files?.clock ?? ScheduleClock())
        random = SeededRandom(seed)
        patience = 2 << random.below(6)
        self.limit = limit
    }

    /// Runs the bodies, each on a thread; throws ``ScheduleFault`` if they cannot all end.
    package func run(_ bodies: [@Sendable () -> Void]) throws {
        guard !bodies.isEmpty else { return }
        Self.oneAtATime.lock()
        defer { Self.oneAtATime.unlock() }
        machine?.threads = self
        for body in bodies { start(body) }
        running = random.below(members.count)
        members[running].turn.signal()
        isOver.wait()
        if let fault { throw fault }
    }

    /// Starts another thread of the schedule, which ``join(_:)`` waits for.
    @discardableResult package func start(_ body: @escaping @Sendable () -> Void) -> Int {
        let number = members.count
        members.append(Member())
        let turn = members[number].turn
        Self.workers.run {
            turn.wait()
            Schedule.following(self, body)
        } then: { [self] in
            end()
        }
        return number
    }

    /// Waits for the end of a thread.
    package func join(_ number: Int) {
        if case .ended = members[number].state { return }
        block(.joining(number))
    }

    private func end() {
        members[running].state = .ended
        wakeUp { state in
            if case .joining(running) = state { true } else { false }
        }
        guard let next = choose() else { return finish() }
        give(next)
    }

    private func finish() {
        if !members.allSatisfy({ if case .ended = $0.state { true } else { false } }) { fault = deadlock }
        isOver.signal()
    }

    package func startThread(_ body: @escaping @Sendable () -> Void) { start(body) }

    package var threadNumber: Int { running }
    package var fileSystem: (any FileSystem)? { machine }
    package var now: ContinuousClock.Instant { clock.now }

    package func reach() {
        note()
        if random.once(in: patience) { pass() }
    }

    package func yield() {
        note()
        let own = running
        members[own].state = .joining(own)
        let other = choose()
        members[own].state = .ready
        if let other { switchTo(other) }
    }

    package func willLock(_ mutex: UnsafeRawPointer) {
        reach()
        while holders[mutex] != nil { block(.locked(mutex)) }
        holders[mutex] = running
    }

    package func didUnlock(_ mutex: UnsafeRawPointer) {
        free(mutex)
        reach()
    }

    package func wait(for condition: UnsafeRawPointer, freeing mutex: UnsafeRawPointer, seconds: Int?) -> Bool {
        free(mutex)
        let isWoken = wait(
            for: condition, until: seconds.flatMap { $0 < Self.forever ? clock.time + Int64($0) * 1_000_000_000 : nil })
        willLock(mutex)
        return isWoken
    }

    /// Waits for a wake-up of the object at that address; false if the time limit is reached first.
    func wait(for address: UnsafeRawPointer, until time: Int64?) -> Bool {
        members[running].isTimeUp = false
        block(.waiting(address, until: time))
        return !members[running].isTimeUp
    }

    /// Returns after the given number of nanoseconds.
    func sleep(_ duration: Int64) {
        _ = wait(for: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), until: clock.time + duration)
    }

    package func wake(_ condition: UnsafeRawPointer) {
        wakeUp { state in
            if case .waiting(condition, _) = state { true } else { false }
        }
        reach()
    }

    private func free(_ mutex: UnsafeRawPointer) {
        holders[mutex] = nil
        wakeUp { state in
            if case .locked(mutex) = state { true } else { false }
        }
    }

    private func wakeUp(_ isWoken: (State) -> Bool) {
        for number in members.indices where isWoken(members[number].state) { members[number].state = .ready }
    }

    private func note() {
        steps += 1
        clock.pass()
        trace = (trace ^ UInt64(running)) &* 0x100_0000_01b3
        if steps > limit { abandon(.endless(steps: steps)) }
    }

    private func pass() {
        if let next = choose() { switchTo(next) }
    }

    /// Lets others run until the state has changed back.
    private func block(_ state: State) {
        note()
        members[running].state = state
        guard let next = choose() else { return abandon(deadlock) }
        switchTo(next)
    }

    /// One of the threads that can continue.
    ///
    /// If there is none, time advances until a waiting thread reaches its limit.
    private func choose() -> Int? {
        let ready = members.indices.filter { if case .ready = members[$0].state { true } else { false } }
        if !ready.isEmpty, !mayPause { return ready[random.below(ready.count)] }
        let impatient = members.indices.compactMap { number in
            if case .waiting(_, let time?) = members[number].state { (time, number) } else { nil }
        }
        let first = impatient.min(by: <)
        if !ready.isEmpty, first.map({ $0.0 > clock.time + Self.longestPause }) ?? true {
            return ready[random.below(ready.count)]
        }
        guard let (time, number) = first else { return nil }
        clock.advance(to: time)
        members[number].isTimeUp = true
        members[number].state = .ready
        return number
    }

    /// If time matters, it also advances occasionally although a thread could continue: the system runs others for that long.
    private var mayPause: Bool { machine != nil && random.once(in: 8) }

    private func switchTo(_ next: Int) {
        let own = running
        guard next != own else { return }
        let turn = members[own].turn
        give(next)
        turn.wait()
    }

    private func give(_ next: Int) {
        running = next
        members[next].turn.signal()
    }

    private var deadlock: ScheduleFault {
        .deadlock(
            members.enumerated().compactMap { number, member in
                switch member.state {
                case .ended, .ready: nil
                case .locked: "thread \(number) waits for a lock"
                case .waiting: "thread \(number) waits for a condition"
                case .joining(let other): "thread \(number) waits for thread \(other)"
                }
            })
    }

    /// Abandons the schedule: its threads stay where they are.
    private func abandon(_ fault: ScheduleFault) {
        self.fault = fault
        isOver.signal()
        while true { DispatchSemaphore(value: 0).wait() }
    }
}
