import Dispatch
public import MoonwireValues

extension PreferenceStore {
    /// Reads the value of a key, on a thread that may wait.
    public func fetch(_ key: String) async throws -> PlainValue? { try await onWaitingThread { try self.read(key) } }

    /// Fetches all keys, at most sixteen of them at the same time.
    public func fetchAll(_ keys: [String]) async -> [String: Result<PlainValue?, any Error>] {
        await withTaskGroup(of: (String, Result<PlainValue?, any Error>).self) { group in
            var pending = keys[...]
            func next() {
                guard let key = pending.popFirst() else { return }
                group.addTask {
                    do { return (key, .success(try await self.fetch(key))) } catch { return (key, .failure(error)) }
                }
            }
            for _ in 0..<16 { next() }
            var values: [String: Result<PlainValue?, any Error>] = [:]
            for await (key, value) in group {
                values[key] = value
                next()
            }
            return values
        }
    }

    /// Writes or removes the value of a key, on a thread that may wait.
    public func update(_ key: String, to value: PlainValue?) async throws {
        try await onWaitingThread {
            if let value { try self.write(value, for: key) } else { try self.remove(key) }
        }
    }
}

/// Runs `body` on a thread that is not one of those that run tasks: a store may wait for a disk or another process.
private func onWaitingThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}
