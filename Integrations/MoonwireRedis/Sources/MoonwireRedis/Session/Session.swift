import Dispatch
import Foundation
import Moonwire
import Synchronization

/// A store's thread, which talks to the server, and what it shares with those that read and write.
final class Session: Sendable {
    /// What a session calls without a lock, and on a queue of its own if it is code of the application: no connection waits for it.
    struct Listeners: Sendable {
        let changed: @Sendable () -> Void
        /// Called by the thread of the session.
        let status: @Sendable (RedisStatus) -> Void
        let report: @Sendable (RedisReport) -> Void
    }

    /// The name of the writer, which no other store has.
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let server: RedisServer
    let hash: String
    let options: RedisOptions
    let state = Mutex(SessionState())
    let pipe: WakePipe
    private let listeners: Listeners
    private let queue = DispatchQueue(label: "moonwire.redis")
    private let isAnnouncing = Atomic(false)
    private let firstAttempt = DispatchSemaphore(value: 0)

    init(
        _ server: RedisServer, hash: String, _ options: RedisOptions, _ listeners: Listeners
    ) throws(RedisError) {
        guard let pipe = WakePipe() else { throw RedisError(server, .unreachable(reason: "Too many open files")) }
        self.server = server
        self.hash = hash
        self.options = options.bounded
        self.pipe = pipe
        self.listeners = listeners
    }

    /// Starts the thread, and waits for the first attempt to connect; returns its error.
    func start() -> RedisError? {
        let thread = Thread { [self] in SessionThread(self).run() }
        thread.name = "moonwire-redis"
        thread.start()
        let limit = options.connectLimit + options.answerLimit
        _ = firstAttempt.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1))))
        return state.withLock { state in
            guard case .away(let absence) = state.status else { return nil }
            return absence.reason ?? RedisError(server, .silent(limit: limit))
        }
    }

    /// Ends the thread.
    func end() {
        state.withLock { $0.hasEnded = true }
        pipe.wake()
        reportUnsent()
    }

    /// Reports the queue of a store that has been released.
    func reportUnsent() {
        let keys = state.withLock { $0.takeDeferred() }.map(\.operation.key)
        guard !keys.isEmpty else { return }
        listeners.report(.lost(server: server.description, keys: keys.sorted(), reason: "the store was released"))
    }

    /// Records the end of an attempt to connect; returns what was queued until now if the store is connected.
    ///
    /// From then on, callers wait for the server, so that they cannot fill the queue faster than it is sent.
    @discardableResult func recordStatus(_ status: RedisStatus) -> [Entry] {
        let (former, isFirst, entries) = state.withLock { state in
            defer {
                state.status = status
                state.hasTried = true
            }
            return (state.status, !state.hasTried, status == .connected ? state.takeDeferred() : [])
        }
        if let report = report(from: former, to: status, isFirst: isFirst) { self.report(report) }
        if former != status { listeners.status(status) }
        if isFirst { firstAttempt.signal() }
        return entries
    }

    /// Only the first failure of an absence is reported, and the first of another kind.
    private func report(from former: RedisStatus, to status: RedisStatus, isFirst: Bool) -> RedisReport? {
        switch (former, status) {
        case (.away(let before), .away(let now)) where before.reason?.problem == now.reason?.problem: nil
        // The initializer throws it.
        case (_, .away(let absence)) where isFirst && absence.reason.map(isFatal) ?? false: nil
        case (_, .away(let absence)): .away(server: server.description, absence)
        case (.away(let absence), .connected) where !isFirst:
            .back(server: server.description, after: absence.staleness)
        case (_, .connected): nil
        }
    }

    /// Whether the store cannot start with the error.
    func isFatal(_ error: RedisError) -> Bool { options.start == .requiresServer || !error.isOutage }

    func report(_ report: RedisReport) {
        queue.async { [listeners] in listeners.report(report) }
    }

    /// Calls the observers soon; once for changes that follow each other quickly.
    func announceChange() {
        guard !isAnnouncing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in
            isAnnouncing.store(false, ordering: .releasing)
            listeners.changed()
        }
    }
}

extension Session {
    /// Carries out an operation; returns when the server has confirmed it, or when it is queued.
    func perform(_ operation: Operation) throws {
        let ticket = Ticket()
        let isQueued = try state.withLock { state in
            guard case .away(let absence) = state.status else {
                state.add(operation, ticket, isVisible: options.canQueue)
                return false
            }
            try enqueue(operation, &state, absence)
            return true
        }
        guard !isQueued else { return announceChange() }
        pipe.wake()
        if let outcome = ticket.outcome(within: options.answerLimit) { return try outcome.get() }
        try handleSilence(operation, ticket)
    }

    private func enqueue(_ operation: Operation, _ state: inout SessionState, _ absence: RedisAbsence) throws {
        guard options.canQueue, case .write = operation else {
            let reason = absence.reason ?? RedisError(server, .unreachable(reason: "the first attempt is not over"))
            if operation.isRead { throw reason }
            throw reason.writing(operation.key, since: absence.since)
        }
        guard state.enqueue(operation, limit: options.queueLimit) else {
            throw RedisError(server, .queueFull(limit: options.queueLimit)).writing(operation.key, since: absence.since)
        }
    }

    /// The server has not answered in time: the thread will find the connection lost.
    private func handleSilence(_ operation: Operation, _ ticket: Ticket) throws {
        if options.canQueue, case .write = operation { return }
        let isUnsent = state.withLock { $0.withdraw(ticket) }
        if operation.isRead { throw RedisError(server, .silent(limit: options.answerLimit)) }
        let problem: RedisError.Problem = isUnsent ? .silent(limit: options.answerLimit) : .unconfirmed
        throw RedisError(server, problem, key: operation.key)
    }
}
