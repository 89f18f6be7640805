import Foundation
import LuaRuntime
import Moonwire
import Synchronization

/// Eight threads that resolve until they are stopped, and check the results.
final class Readers {
    private static let count = 8
    private let isOver: StopSign
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the threads; with a pause, each of them sleeps for that time after 64 resolves.
    init(_ container: Container, _ tally: Tally, pause: Duration?) {
        let (isOver, ended) = (StopSign(), ended)
        self.isOver = isOver
        for number in 0..<Self.count {
            let thread = Thread {
                var reader = Reader(container, tally, number)
                while !isOver.isSet {
                    for _ in 0..<64 { reader.read() }
                    if let pause { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
                }
                ended.signal()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    func stop() {
        isOver.set()
        for _ in 0..<Self.count { ended.wait() }
    }
}

/// Tells threads to end.
private final class StopSign: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// The loop of one of the threads.
private struct Reader {
    let container: Container
    let tally: Tally
    let number: Int
    private var rounds = 0
    /// The edit of the latest result: it never decreases.
    private var edit = 0

    init(_ container: Container, _ tally: Tally, _ number: Int) {
        self.container = container
        self.tally = tally
        self.number = number
    }

    mutating func read() {
        rounds += 1
        do {
            try readOnce()
        } catch {
            if "\(error)".contains("InjectedFault") {
                tally.injected.wrappingAdd(1, ordering: .relaxed)
            } else {
                tally.report("failed: \(error)", in: tally.failed)
            }
        }
        tally.resolves.wrappingAdd(1, ordering: .relaxed)
    }

    private mutating func readOnce() throws {
        switch (rounds + number) % 64 {
        case 0: try readWhole()
        case 1: _ = try container.resolve("filter", as: Filter.self).apply.call("x", as: String.self)
        case 2: check(try container.resolve(Mark.self).edit)
        case 3: for node in try container.tagged("node", as: Node.self) { check(node.edit) }
        case 4:
            let stand = try Node(edit: -1, next: nil, ledger: container.resolve("ledger"))
            try container.withOverrides {
                $0.override("left") { _ in stand }
            } operation: {
                let far = try container.resolve("far", as: Node.self)
                if far.last !== stand { tally.report("torn: an override is not used", in: tally.torn) }
            }
        case 5 where rounds % 1_024 == 5: try container.setParameter("size", to: .integer(Int64(number)))
        case 6...30: check(try container.resolve("left", as: Node.self).edit)
        default:
            let far = try container.resolve("far", as: Node.self)
            if far.edit != far.last.edit { tally.report("torn: \(far.edit) holds \(far.last.edit)", in: tally.torn) }
            check(far.edit)
        }
    }

    private mutating func readWhole() throws {
        let numbers = try container.resolve("whole", as: String.self).split(separator: " ")
        guard let first = numbers.first.flatMap({ Int($0) }), Set(numbers).count == 1 else {
            return tally.report("torn: \(numbers.joined(separator: " "))", in: tally.torn)
        }
        check(first)
    }

    private mutating func check(_ seen: Int) {
        if seen < edit { tally.report("torn: \(seen) after \(edit)", in: tally.torn) }
        edit = seen
    }
}

extension Node {
    /// The node at the end of the chain.
    fileprivate var last: Node { next?.last ?? self }
}
