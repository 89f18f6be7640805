import Foundation
import MoonwireSupport

/// A counter for any thread.
package final class Counter: Sendable {
    private let count = Lock(0)

    package init() {}

    package var value: Int { count.withLock { $0 } }
    @discardableResult package func add(_ amount: Int = 1) -> Int {
        count.withLock {
            $0 += amount
            return $0
        }
    }
}

/// Collects values from several threads.
package final class Collected<Element: Sendable>: Sendable {
    private let list = Lock<[Element]>([])

    package init() {}

    package var elements: [Element] { list.copy { $0 } }
    package func append(_ element: Element) { list.withLock { $0.append(element) } }
}

/// Runs `body` on the given number of threads, which start together, and waits for them.
package func onThreads(_ count: Int, stack: Int = 8 << 20, _ body: @escaping @Sendable (Int) -> Void) {
    let ready = DispatchSemaphore(value: 0)
    let start = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for number in 0..<count {
        let thread = Thread {
            ready.signal()
            start.wait()
            body(number)
            done.signal()
        }
        thread.stackSize = stack
        thread.start()
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { start.signal() }
    for _ in 0..<count { done.wait() }
}

/// Blocks threads until it is opened, permanently.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    package func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}
