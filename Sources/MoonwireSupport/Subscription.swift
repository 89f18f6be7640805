/// The elements for one listener, which come until nobody keeps this object.
package final class Subscription<Element: Sendable>: Sendable {
    package let mailbox: Mailbox<Element>
    private let end: @Sendable () -> Void

    init(_ mailbox: Mailbox<Element>, _ end: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.end = end
    }

    deinit { end() }
}
