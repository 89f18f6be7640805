/// The pending elements of one listener, oldest first; elements beyond the capacity are dropped and counted.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        /// Pending elements, from `start` on.
        var elements: [Element?] = []
        var start = 0
        var dropped = 0
        /// Tasks that wait for elements, in the order of their requests.
        var waiting: [(number: Int, continuation: CheckedContinuation<Element?, Never>)] = []
        var nextNumber = 0
        var isFinished = false

        /// Takes the oldest element.
        ///
        /// Storage is freed for many elements at a time, so taking one costs the same however many are pending.
        mutating func takeFirst() -> Element? {
            let element = elements[start]
            elements[start] = nil
            start += 1
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
            return element
        }
    }

    private let capacity: Int
    private let state = Lock(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    package var dropped: Int { state.withLock { $0.dropped } }

    /// Adds elements; returns whether elements were dropped for the first time.
    func add(_ elements: [Element]) -> Bool {
        var overflows = false
        for element in elements {
            let (late, waiter) = state.withLock { state -> (Element?, CheckedContinuation<Element?, Never>?) in
                guard !state.isFinished else { return (nil, nil) }
                guard state.waiting.isEmpty else { return (nil, state.waiting.removeFirst().continuation) }
                state.elements.append(element)
                guard state.elements.count - state.start > capacity else { return (nil, nil) }
                overflows = overflows || state.dropped == 0
                state.dropped += 1
                return (state.takeFirst(), nil)
            }
            // Releases the elements outside the lock.
            withExtendedLifetime(late) {}
            waiter?.resume(returning: element)
        }
        return overflows
    }

    /// The next element, as soon as there is one; nil if there are no more, or if the task is cancelled.
    package func next() async -> Element? {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(continuation, number) }
        } onCancel: {
            cancel(number)
        }
    }

    /// Ends the sequence; pending elements can still be taken.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume(returning: nil) }
    }

    private func wait(_ continuation: CheckedContinuation<Element?, Never>, _ number: Int) {
        // Checks for cancellation first: a task that is cancelled later finds its continuation in `waiting`.
        let answer = state.withLock { state -> Element?? in
            if Task.isCancelled { return .some(nil) }
            if state.start < state.elements.count { return .some(state.takeFirst()) }
            if state.isFinished { return .some(nil) }
            state.waiting.append((number, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
    }
}
