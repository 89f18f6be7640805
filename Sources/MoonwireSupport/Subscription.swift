/// The elements for one listener, until this object is released.
package final class Subscription<Element: Sendable>: Sendable {
    package let mailbox: Mailbox<Element>
    private let end: @Sendable () -> Void

    init(_ mailbox: Mailbox<Element>, _ end: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.end = end
    }

    deinit { end() }
}
