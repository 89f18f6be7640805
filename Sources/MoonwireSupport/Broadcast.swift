/// Sends elements to all listeners, each of which has its own sequence.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var mailboxes: [Int: Mailbox<Element>] = [:]
        var next = 0
    }

    /// The number of elements that a slow listener may have pending.
    private let capacity: Int
    private let state = Lock(State())
    /// Changed under the lock.
    private let listeners = Atomic(0)

    package init(capacity: Int = 1000) {
        self.capacity = capacity
    }

    /// Returns a subscription that receives all elements from now on.
    package func subscribe() -> Subscription<Element> {
        let mailbox = Mailbox<Element>(capacity: capacity)
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.mailboxes[state.next] = mailbox
            listeners.store(state.mailboxes.count, ordering: .sequentiallyConsistent)
            return state.next
        }
        return Subscription(mailbox) { [weak self] in
            self?.remove(number)
        }
    }

    private func remove(_ number: Int) {
        let former = state.withLock { state in
            defer { listeners.store(state.mailboxes.count, ordering: .sequentiallyConsistent) }
            return state.mailboxes.removeValue(forKey: number)
        }
        withExtendedLifetime(former) {}
    }

    /// Returns whether a slow listener lost an element for the first time; the elements are only made if somebody listens.
    package func send(_ elements: @autoclosure () -> [Element]) -> Bool {
        guard listeners.load(ordering: .sequentiallyConsistent) > 0 else { return false }
        let elements = elements()
        var overflows = false
        for mailbox in state.withLock({ Array($0.mailboxes.values) }) where mailbox.add(elements) { overflows = true }
        return overflows
    }

    /// Ends the sequences of all listeners; pending elements can still be taken.
    package func finish() {
        for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.finish() }
    }

    deinit { finish() }
}
