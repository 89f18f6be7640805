import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Random services drain while the application holds random instances, and reloads replace random ones.
@Suite(.timeLimit(.minutes(10))) struct DrainModelTests {
    /// Services that only need those before them, each with a version that an edit changes.
    private struct Model {
        struct Part {
            let needs: [Int]
            let drains: Bool
            let isStoppedByFunction: Bool
            var version = 0
        }

        var parts: [Part]

        init(_ random: inout Dice) {
            parts = (0..<(2 + random.below(6))).map { number in
                Part(
                    needs: (0..<number).filter { _ in random.once(in: 2) }, drains: random.once(in: 2),
                    isStoppedByFunction: random.once(in: 4))
            }
        }

        var text: String {
            parts.enumerated().map { number, part in
                let needs = part.needs.map { #"ref "n\#($0)""# }.joined(separator: ", ")
                let stop = part.isStoppedByFunction ? "function(node) node:stop() end" : #""stop""#
                let reload = part.drains ? #", reload = "drain""# : ""
                return """
                    service "n\(number)" {
                        type = "Node", args = { name = "n\(number)", version = \(part.version), needs = { \(needs) }, log = ref "log" },
                        stop = \(stop)\(reload),
                    }

                    """
            }.joined()
        }
    }

    @Test(arguments: 0..<60) func heldInstancesAreNotStopped(_ seed: Int) async throws {
        var random = Dice(seed)
        var model = Model(&random)
        let living = try Living(model.text, types: [Node.self])
        var held: [InstanceHolder<Node>] = []
        for _ in 0..<30 {
            switch random.below(4) {
            case 0:
                let number = random.below(model.parts.count)
                let holder = InstanceHolder<Node>(try await living.container.resolve("n\(number)"))
                if model.parts[number].drains { held.append(holder) }
            case 1 where !held.isEmpty: held.remove(at: random.below(held.count)).release()
            default:
                model.parts[random.below(model.parts.count)].version += 1
                try living.reload(model.text)
            }
            for holder in held { #expect(holder.withHeld { $0?.firstStopped } == nil) }
        }
        for holder in held { holder.release() }
        try await until { living.container.generations.count == 1 }
        #expect(living.container.diagnostics.entries.isEmpty)
        #expect(await living.container.shutdownGracefully() == [])
        // Each is stopped once, and before what it needs.
        let lines = living.log.elements
        let (built, stopped) = (lines.filter { $0.hasPrefix("build") }, lines.filter { $0.hasPrefix("stop") })
        #expect(stopped.sorted() == built.map { $0.replacing("build", with: "stop") }.sorted())
        #expect(!lines.contains { $0.hasPrefix("misuse") })
    }
}

/// Writes down when it is built and stopped, and what it needs that has been stopped before.
private final class Node: Exposed, Sendable {
    private static let numbers = Counter()

    private let name: String
    private let needs: [Node]
    private let log: Station.Log
    private let stops = Counter()

    init(name: String, needs: [Node], log: Station.Log) {
        self.name = "\(name)-\(Self.numbers.add())"
        self.needs = needs
        self.log = log
        log.lines.append("build \(self.name)")
    }

    /// The first instance that is stopped, of this one and those that it needs.
    var firstStopped: String? { stops.value > 0 ? name : needs.compactMap(\.firstStopped).first }

    private func stop() {
        if let stopped = needs.compactMap(\.firstStopped).first { log.lines.append("misuse of \(stopped) by \(name)") }
        stops.add()
        log.lines.append("stop \(name)")
    }

    static let exposure = Exposure(Node.self) {
        Initializer("name", "version", "needs", "log") { (name: String, _: Int, needs: [Node], log: Station.Log) in
            Node(name: name, needs: needs, log: log)
        }
        Method("stop") { (node: Node) in node.stop() }
    }
}
