package import MoonwireSupport

/// A sequence of changes, diagnostics, or outcomes of reloads for one listener.
///
/// ```swift
/// let changes = container.preferences.changes()
/// for await change in changes { show(change) }
/// ```
///
/// Up to a thousand elements wait for a slow listener. If there are more, the oldest are dropped: ``dropped`` counts them, and
/// the container's diagnostics contain a warning.
public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
    private let subscription: Subscription<Element>

    init(_ subscription: Subscription<Element>) {
        self.subscription = subscription
    }

    /// The number of elements that this listener has lost so far.
    public var dropped: Int { subscription.mailbox.dropped }

    /// Returns an iterator over the elements from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

    /// An iterator that ends with the container, and when its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription<Element>

        /// Waits for the next element; returns nil after the container or the task has ended.
        public mutating func next() async -> Element? { await subscription.mailbox.next() }
    }
}

extension Broadcast {
    /// The elements from now on.
    package func updates() -> Updates<Element> { Updates(subscribe()) }
}
