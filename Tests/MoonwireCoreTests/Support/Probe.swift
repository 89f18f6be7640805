import Foundation
import MoonwireCore
import MoonwireValues

/// Counts from any thread.
final class Counter: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    @discardableResult func add(_ amount: Int = 1) -> Int {
        count.withLock {
            $0 += amount
            return $0
        }
    }
}

/// Keeps what several threads hand in.
final class Collected<Element: Sendable>: Sendable {
    private let list = Lock<[Element]>([])
    var elements: [Element] { list.withLock { $0 } }
    func append(_ element: Element) { list.withLock { $0.append(element) } }
}

/// Writes down what is done to it, in order; made by closures that know its log.
final class Probe: Exposed, Sendable {
    let log = Collected<String>()
    private let alive: Counter?

    init(alive: Counter? = nil) {
        self.alive = alive
        alive?.add()
    }

    deinit { alive?.add(-1) }

    static let exposure = Exposure(Probe.self) {
        Initializer { Probe() }
        Property("first", get: { $0.log.elements.first }, set: { $0.log.append("first=\($1 ?? "nil")") })
        Property("second", get: { $0.log.elements.last ?? "" }, set: { $0.log.append("second=\($1)") })
        Property("engine", get: { _ in Engine?.none }, set: { $0.log.append("engine=\($1?.brand ?? "nil")") })
        Property("count", \.log.elements.count)
        Method("note", "one", "two", "three") { (probe: Probe, one: String, two: Int, three: Engine?) in
            probe.log.append("note(\(one), \(two), \(three?.brand ?? "nil"))")
        }
        Method("make", "brand") { (_: Probe, brand: String) in Engine(brand: brand, cylinders: 2) }
        Method("child") { (_: Probe) in Probe() }
    }
}

/// A function of a script, played by closures.
final class ScriptFunction: ServiceFunction {
    typealias Make = @Sendable (Resolver, ServiceArguments?) throws -> AnyObject?
    typealias Configure = @Sendable (AnyObject, Resolver) throws -> Void

    let location: ScriptLocation?
    private let making: Make
    private let configuring: Configure

    init(line: Int? = nil, configure: @escaping Configure = { _, _ in }, make: @escaping Make = { _, _ in nil }) {
        location = line.map(at)
        making = make
        configuring = configure
    }

    func make(_ resolver: Resolver, arguments: ServiceArguments?) throws -> AnyObject? {
        try making(resolver, arguments)
    }

    func configure(_ instance: AnyObject, _ resolver: Resolver) throws {
        try configuring(instance, resolver)
    }
}

/// A service that a function makes.
func function(_ make: @escaping ScriptFunction.Make) -> Construction { .function(ScriptFunction(make: make)) }

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
        thread.start()
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { start.signal() }
    for _ in 0..<count { done.wait() }
}
