import MoonwireSupport

/// Suspends tasks until it is opened, permanently; a cancelled wait throws.
package final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Lock(State())

    package init() {}

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// The number of tasks that wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    package func wait() async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isOpen = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Bool? in
                    if state.isOpen { return true }
                    if state.cancelled.contains(number) { return false }
                    state.waiting[number] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            continuation?.resume(returning: false)
        }
        if !isOpen { throw CancellationError() }
    }
}
