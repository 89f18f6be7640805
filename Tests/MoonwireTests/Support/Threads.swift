import Foundation
import Moonwire

/// Counts from any thread.
final class Counter: Sendable {
    private let count = Collected<Int>()
    var value: Int { count.elements.reduce(0, +) }
    func add(_ amount: Int = 1) { count.append(amount) }
}

/// Keeps what several threads hand in.
final class Collected<Element: Sendable>: @unchecked Sendable {  // The lock guards the list.
    private let lock = NSLock()
    private var list: [Element] = []
    var elements: [Element] { lock.withLock { list } }
    func append(_ element: Element) { lock.withLock { list.append(element) } }
}

/// Runs `body` on so many threads, all set off together, and waits for them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
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
        thread.stackSize = 8 << 20
        thread.start()
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { start.signal() }
    for _ in 0..<count { done.wait() }
}
