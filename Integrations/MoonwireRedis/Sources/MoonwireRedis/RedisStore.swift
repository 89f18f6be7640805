import Dispatch
public import Moonwire
import Synchronization

/// A store that keeps preferences in a hash of a Redis server, which the processes of many machines share.
///
/// ```swift
/// let store = try RedisStore(at: RedisServer(host: "10.0.0.5"), hash: "preferences")
/// services.registerStore(store, named: "fleet")        // store = "fleet" in a script
/// ```
///
/// When a write returns, the server has the value, and later reads of this process return it or a later one. Other processes
/// are notified at once. Reads never wait for the network: they return the last known values, also while the server is
/// away; ``status`` has their age, and the closure `report` is called when the server goes away and comes back.
///
/// Each field has the time of its last write by the server's clock, and the last writer wins. Writes that were queued while
/// the server was away have the time at which they were made.
///
/// A value of the hash that no store wrote is an error of each read and write of its key, and is kept.
public final class RedisStore: PreferenceStore {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<RedisStatus>.Continuation] = [:]
    }

    /// The store of a session, which ends with it.
    private final class Owner: Sendable {
        struct Reference {
            weak var store: RedisStore?
        }

        let reference = Mutex(Reference())

        var store: RedisStore? { reference.withLock { $0.store } }
    }

    private let session: Session
    private let reporter: Reporter
    private let listeners = Mutex(Listeners())

    /// Connects to a server, reads the hash, and follows its changes until the store is released.
    ///
    /// Throws ``RedisError`` if that fails; ``RedisOptions/start`` can allow a start while the server is away. `report` is
    /// called, on a queue of the store, with all that no call throws; by default, it writes to standard error.
    public init(
        at server: RedisServer, hash: String, options: RedisOptions = RedisOptions(),
        report: @escaping @Sendable (RedisReport) -> Void = RedisReport.print
    ) throws {
        let owner = Owner()
        let reporter = Reporter(report)
        self.reporter = reporter
        session = try Session(
            server, hash: hash, options,
            Session.Listeners(
                changed: { owner.store?.announceChange() }, status: { owner.store?.send($0) },
                report: { reporter.report($0) }))
        owner.reference.withLock { $0.store = self }
        if let error = session.start(), session.isFatal(error) { throw error }
    }

    deinit {
        session.end()
        for (_, continuation) in listeners.withLock({ $0.continuations }) { continuation.finish() }
    }

    /// Whether the store is connected, or else why and since when it is not.
    public var status: RedisStatus { session.state.withLock { $0.status } }

    /// The changes of the status from now on, until the store is released.
    public var statusChanges: AsyncStream<RedisStatus> {
        let (stream, continuation) = AsyncStream<RedisStatus>.makeStream(bufferingPolicy: .bufferingNewest(100))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Adds what the store reports from now on to the diagnostics of a container, and first why the server is away, if it is.
    ///
    /// ```swift
    /// store.report(to: container.diagnostics)
    /// ```
    public func report(to diagnostics: DiagnosticChannel) {
        reporter.add(diagnostics)
        guard case .away(let absence) = status else { return }
        diagnostics.report(RedisReport.away(server: session.server.description, absence).diagnostic)
    }

    /// The keys whose values the server has not confirmed yet, if writes are queued.
    public var queuedKeys: [String] { session.state.withLock { $0.unconfirmedKeys } }

    /// The last known value of a key; nil if there is none.
    ///
    /// Throws ``RedisError`` if the store has never been connected.
    public func read(_ key: String) throws -> PlainValue? {
        let content = try session.state.withLock { state in
            let content = state.content(of: key)
            if content == nil, !state.hasValues, case .away(let absence) = state.status {
                throw absence.reason
                    ?? RedisError(session.server, .unreachable(reason: "the first attempt is not over"))
            }
            return content
        }
        switch content {
        case .value(let value)?: return value
        case .removed?, nil: return nil
        case .foreign?: throw UnreadablePreference(found: "a value that no store wrote")
        }
    }

    /// Asks the server for the value of a key, which reads return from then on.
    ///
    /// Throws ``RedisError`` while the server is away.
    @discardableResult public func fetch(_ key: String) async throws -> PlainValue? {
        try await onWaitingThread {
            try self.session.perform(.fetch(key: key))
            return try self.read(key)
        }
    }

    /// Asks the server for all values of the hash at once.
    public func fetchAll(_ keys: [String]) async -> [String: Result<PlainValue?, any Error>] {
        do { try await onWaitingThread { try self.session.perform(.fetchAll) } } catch {
            return Dictionary(keys.map { ($0, .failure(error)) }) { one, _ in one }
        }
        return Dictionary(keys.map { key in (key, Result { try self.read(key) }) }) { one, _ in one }
    }

    /// Runs `body` on a thread that is not one of those that run tasks.
    private func onWaitingThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Stores a value under a key.
    public func write(_ value: PlainValue, for key: String) throws {
        try session.perform(.write(key: key, value: value, text: text(of: value, for: key)))
    }

    /// Removes the value of a key.
    public func remove(_ key: String) throws {
        try session.perform(.write(key: key, value: nil, text: text(of: nil, for: key)))
    }

    /// Moves the value of a former key to a key that has none, in one step of the server.
    ///
    /// Throws while the server is away, also if writes are queued: only the server knows whether the key has a value.
    public func move(_ former: String, to key: String) throws {
        guard former != key else { return }
        let isMissing = session.state.withLock { $0.hasValues && $0.content(of: former).map { $0 == .removed } ?? true }
        if isMissing { return }
        try session.perform(.move(former: former, key: key))
    }

    private func text(of value: PlainValue?, for key: String) throws -> String {
        do { return try StoredField.Content.text(of: value) } catch {
            throw RedisError(session.server, .unstorable(reason: error.reason), key: key)
        }
    }

    private func send(_ status: RedisStatus) {
        for (_, continuation) in listeners.withLock({ $0.continuations }) { continuation.yield(status) }
    }
}
