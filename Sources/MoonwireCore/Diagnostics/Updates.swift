package import MoonwireSupport

/// What a container tells one listener, element by element: changes, diagnostics, outcomes of reloads.
///
/// ```swift
/// let changes = container.preferences.changes()
/// for await change in changes { show(change) }
/// ```
///
/// Elements wait for a listener that is slow. Of more than a thousand the oldest are dropped: ``dropped`` counts them, and a
/// warning in the container's diagnostics says that it happened.
public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
    private let subscription: Subscription<Element>

    init(_ subscription: Subscription<Element>) {
        self.subscription = subscription
    }

    /// How many elements this listener has lost so far.
    public var dropped: Int { subscription.mailbox.dropped }

    /// An iterator over the elements from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// Takes one element after the other; ends with the container, and when the task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription<Element>

        /// The next element; nil once the container or the task has ended.
        public mutating func next() async -> Element? { await subscription.mailbox.next() }
    }
}

extension Broadcast {
    /// The elements from now on.
    package func updates() -> Updates<Element> { Updates(subscribe()) }
}
