import Foundation
import MoonwireSupport

/// The generations of a container that are not over, without those of overrides and scopes.
final class LiveGenerations: Sendable {
    struct Entry: Sendable {
        let number: Int
        let date: Date
        let generation: WeakGeneration
        /// Whether its last lease has ended, so that its instances are being stopped.
        var isEnding = false
    }

    /// What a waiting task waits for.
    enum Condition {
        /// No generation is in use: those that remain are ending.
        case noneInUse
        /// No generation is ending, and no instance of an override, a scope, or a service in use is being stopped.
        case noneEnding
    }

    private struct State {
        var entries: [Entry] = []
        /// The number of tasks that await stops.
        var stops = 0
        /// The number of runs and asynchronous actions in progress, some of which may not be awaited.
        var actions = 0
        /// The current generation at the end of the container, until nothing is left.
        var last: Generation?
        var waiters: [Int: (condition: Condition, continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextWaiter = 0

        func isMet(_ condition: Condition) -> Bool {
            switch condition {
            case .noneInUse: entries.allSatisfy(\.isEnding)
            case .noneEnding: stops == 0 && !entries.contains(where: \.isEnding)
            }
        }

        /// Removes the last generation if nothing is left that may read preferences.
        mutating func takeUnneededLast() -> Generation? {
            guard last != nil, entries.isEmpty, stops == 0, actions == 0 else { return nil }
            defer { last = nil }
            return last
        }

        /// Removes those whose condition is met.
        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            let met = waiters.filter { isMet($0.value.condition) }
            for number in met.keys { waiters[number] = nil }
            return met.values.map(\.continuation)
        }
    }

    private let state = Lock(State())

    /// The generations, oldest first.
    ///
    /// The elements are copied: the thread sanitizer does not detect that an array is no longer shared when it changes in place.
    var all: [Entry] { state.withLock { $0.entries.map { $0 } } }

    func add(_ number: Int, _ generation: WeakGeneration) {
        state.withLock { $0.entries.append(Entry(number: number, date: Date(), generation: generation)) }
    }

    /// The last lease of a generation has ended.
    func noteEnding(_ number: Int) {
        change { state in
            for index in state.entries.indices where state.entries[index].number == number {
                state.entries[index].isEnding = true
            }
        }
    }

    func remove(_ number: Int) { change { $0.entries.removeAll { $0.number == number } } }

    /// A task begins to await stops.
    func beginStops() { state.withLock { $0.stops += 1 } }

    func endStops() { change { $0.stops -= 1 } }

    /// A run begins, or an asynchronous action.
    func beginAction() { state.withLock { $0.actions += 1 } }

    func endAction() { change { $0.actions -= 1 } }

    /// The container ends with this generation, which is in use.
    func noteLast(_ last: Generation) { state.withLock { $0.last = last } }

    /// The generation with which the container has ended, while anything that it has started is in progress.
    ///
    /// It may be over, and gives values of preferences only.
    var last: Generation? { state.withLock { $0.last } }

    /// Waits until the condition is met, or until the task is cancelled.
    func wait(for condition: Condition) async {
        let number = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // A cancellation before this point found no waiter.
                    if state.isMet(condition) || Task.isCancelled { return true }
                    state.waiters[number] = (condition, continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let (met, last) = state.withLock { state in
            body(&state)
            return (state.takeWaiters(), state.takeUnneededLast())
        }
        // Its release may run code of the application.
        withExtendedLifetime(last) {}
        for continuation in met { continuation.resume() }
    }
}
