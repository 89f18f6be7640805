import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Random graphs of services with and without asynchronous builds, arguments, and required slots.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousSlotModelTests {
    /// A service, described by the services that it needs.
    private struct Service {
        let isAsynchronous: Bool
        let isTransient: Bool
        let arguments: [Int]
        let slots: [Int]

        func definition(_ number: Int) -> String {
            let type = isAsynchronous ? "AwaitedKnot" : "PlainKnot"
            let others = arguments.map { #"ref "s\#($0)""# }.joined(separator: ", ")
            var text =
                #"service "s\#(number)" { type = "\#(type)<Knot\#(number)>", args = { "s\#(number)", ref "log", { \#(others) } }"#
            text += isTransient ? #", scope = "transient" }"# : " }"
            for (slot, target) in zip(["first", "second"], slots) {
                text += "\n" + #"inject { slot = "\#(type)<Knot\#(number)>.\#(slot)", value = ref "s\#(target)" }"#
            }
            return text
        }
    }

    private static let types: [any Exposed.Type] = [
        KnotLeaf.self,
        PlainKnot<Knot1>.self, PlainKnot<Knot2>.self, PlainKnot<Knot3>.self, PlainKnot<Knot4>.self,
        PlainKnot<Knot5>.self, PlainKnot<Knot6>.self,
        AwaitedKnot<Knot1>.self, AwaitedKnot<Knot2>.self, AwaitedKnot<Knot3>.self, AwaitedKnot<Knot4>.self,
        AwaitedKnot<Knot5>.self, AwaitedKnot<Knot6>.self,
    ]

    /// Each service needs only services with smaller numbers; the first one needs none.
    private static func services(_ random: inout Seeded) -> [Service] {
        (1...6).map { number in
            let isAsynchronous = Bool.random(using: &random)
            return Service(
                isAsynchronous: isAsynchronous,
                // Nothing awaits an instance for one slot alone.
                isTransient: !isAsynchronous && Int.random(in: 0..<3, using: &random) == 0,
                arguments: (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    Int.random(in: 0..<number, using: &random)
                },
                slots: (0..<2).map { _ in Int.random(in: 0..<number, using: &random) })
        }
    }

    /// Everything that is built with a service.
    private static func reachable(from number: Int, _ services: [Service]) -> Set<Int> {
        guard number > 0 else { return [0] }
        let service = services[number - 1]
        return (service.arguments + service.slots).reduce(into: [number]) {
            $0.formUnion(reachable(from: $1, services))
        }
    }

    @Test(arguments: 0..<40) func anyServiceCanBeResolved(_ seed: UInt64) async throws {
        var random = Seeded(state: seed)
        for _ in 0..<repetitions(10, debug: 3) {
            let services = Self.services(&random)
            var script = #"service "s0" { type = "KnotLeaf", args = { ref "log" } }"#
            for (number, service) in services.enumerated() { script += "\n" + service.definition(number + 1) }
            let log = KnotLog()
            let container = try Container(text: script, types: Self.types, environment: .dev) {
                $0.register("log") { _ in log }
            }
            let number = Int.random(in: 1...6, using: &random)
            let tasks = Int.random(in: 1...4, using: &random)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask { _ = try await container.resolve("s\(number)", as: (any Knotted).self) }
                }
                try await group.waitForAll()
            }
            let built = log.built.elements
            let expected = Self.reachable(from: number, services)
            #expect(Set(built) == Set(expected.map { "s\($0)" }), "s\(number) of \(script)")
            for other in expected where other == 0 || !services[other - 1].isTransient {
                #expect(built.count { $0 == "s\(other)" } == 1, "s\(other), for s\(number) of \(script)")
            }
        }
    }
}

/// What the slots of the random graphs get.
protocol Knotted: AnyObject, Sendable {}

/// The services that were built, in order.
final class KnotLog: Exposed, Sendable {
    let built = Collected<String>()

    static let exposure = Exposure(KnotLog.self) {}
}

final class KnotLeaf: Knotted, Exposed {
    static let exposure = Exposure(KnotLeaf.self) {
        Initializer("log") { (log: KnotLog) in
            log.built.append("s0")
            return KnotLeaf()
        }
        Provides { $0 as any Knotted }
    }
}

enum Knot1 {}
enum Knot2 {}
enum Knot3 {}
enum Knot4 {}
enum Knot5 {}
enum Knot6 {}

final class PlainKnot<Number>: Knotted, Exposed, @unchecked Sendable {  // Nothing assigns the slots after the build.
    @Injected var first: any Knotted
    @Injected var second: any Knotted

    static var exposure: Exposure {
        Exposure(PlainKnot.self) {
            Initializer("name", "log", "others") { (name: String, log: KnotLog, _: [any Knotted]) in
                log.built.append(name)
                return PlainKnot()
            }
            Provides { $0 as any Knotted }
        }
    }
}

final class AwaitedKnot<Number>: Knotted, Exposed, @unchecked Sendable {  // Nothing assigns the slots after the build.
    @Injected var first: any Knotted
    @Injected var second: any Knotted

    static var exposure: Exposure {
        Exposure(AwaitedKnot.self) {
            Initializer("name", "log", "others") { (name: String, log: KnotLog, _: [any Knotted]) async in
                log.built.append(name)
                await Task.yield()
                return AwaitedKnot()
            }
            Provides { $0 as any Knotted }
        }
    }
}
