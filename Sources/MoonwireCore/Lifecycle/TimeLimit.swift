import MoonwireSupport

/// Runs asynchronous operations that may take too long.
enum TimeLimit {
    /// How an operation ended.
    enum Outcome<Value: Sendable>: Sendable {
        case ended(Result<Value, any Error>)
        /// It ended after the limit, when it had been cancelled.
        case endedLate(Result<Value, any Error>)
        /// It still runs, although it has been cancelled.
        case abandoned
    }

    /// Runs an operation, and cancels it after the limit, or when this task is cancelled; `grace` is the time to end that it has then.
    ///
    /// A task of its own runs it, because nothing can end an operation that ignores its cancellation.
    static func run<Value: Sendable>(
        _ limit: Duration, grace: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async -> Outcome<Value> {
        let race = Race<Value>()
        let work = Task {
            do { race.end(.success(try await operation())) } catch { race.end(.failure(error)) }
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            race.passLimit()
            work.cancel()
            try await Task.sleep(for: grace)
            race.abandon()
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            work.cancel()
            Task {
                try? await Task.sleep(for: grace)
                race.abandon()
            }
        }
    }

    /// The operation and its limit; the first to arrive decides.
    private final class Race<Value: Sendable>: Sendable {
        private struct State {
            var isLate = false
            var outcome: Outcome<Value>?
            var continuation: CheckedContinuation<Outcome<Value>, Never>?
        }

        private let state = Lock(State())

        func end(_ result: Result<Value, any Error>) { decide { $0 ? .endedLate(result) : .ended(result) } }

        func abandon() { decide { _ in .abandoned } }

        func passLimit() { state.withLock { $0.isLate = true } }

        func outcome() async -> Outcome<Value> {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        }

        private func decide(_ outcome: (_ isLate: Bool) -> Outcome<Value>) {
            let decided = state.withLock { state -> (CheckedContinuation<Outcome<Value>, Never>, Outcome<Value>)? in
                guard state.outcome == nil else { return nil }
                let outcome = outcome(state.isLate)
                state.outcome = outcome
                defer { state.continuation = nil }
                return state.continuation.map { ($0, outcome) }
            }
            decided.map { $0.resume(returning: $1) }
        }
    }
}
