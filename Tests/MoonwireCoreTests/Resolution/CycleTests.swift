import Dispatch
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Cycles that show only while services are built, as their factories are opaque.
@Suite struct CycleTests {
    private func engine(_ brand: String) -> Engine { Engine(brand: brand, cylinders: 1) }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak])
    func factoriesThatNeedEachOtherThrowOnOneThread(scope: ServiceScope) throws {
        var wiring = Wiring()
        wiring.services.register("outer", file: "App.swift", line: 1) {
            Engine(brand: try $0.resolve("a", as: Engine.self).brand, cylinders: 1)
        }
        wiring.services.register("a", scope: scope, file: "App.swift", line: 2) { try $0.resolve("b", as: Engine.self) }
        wiring.services.register("b", scope: scope, file: "App.swift", line: 3) { try $0.resolve("a", as: Engine.self) }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("outer", as: Engine.self) }
                == "App.swift:2: service \"a\" depends on itself while it is built: a -> b -> a")
        #expect(
            message { try container.resolve("a", as: Engine.self) }
                == "App.swift:2: service \"a\" depends on itself while it is built: a -> b -> a")
    }

    @Test func factoriesThatNeedEachOtherThrowOnTwoThreads() throws {
        for _ in 0..<repetitions(200, debug: 50) {
            // Each factory sees to it that the other has begun.
            let hasBegun = ["a": DispatchSemaphore(value: 0), "b": DispatchSemaphore(value: 0)]
            var wiring = Wiring()
            for (id, other) in [("a", "b"), ("b", "a")] {
                wiring.services.register(id, file: "App.swift", line: 1) { resolver in
                    hasBegun[id]?.signal()
                    hasBegun[other]?.wait()
                    return try resolver.resolve(other, as: Engine.self)
                }
            }
            let container = try wiring.container()
            let answers = Collected<String>()
            onThreads(2) { number in
                answers.append(message { try container.resolve(number == 0 ? "a" : "b", as: Engine.self) } ?? "made")
            }
            let cycles = [
                "App.swift:1: service \"a\" depends on itself while it is built: b -> a -> b",
                "App.swift:1: service \"b\" depends on itself while it is built: a -> b -> a",
            ]
            #expect(answers.elements.count == 2)
            #expect(answers.elements.allSatisfy(cycles.contains))
        }
    }

    /// One thread has a build that the other waited for, and then waits for the other's: in turn, not at once.
    @Test func threadsThatWaitInTurnAreNotACycle() throws {
        for _ in 0..<repetitions(3_000, debug: 500) {
            let hasBegun = DispatchSemaphore(value: 0)
            var wiring = Wiring()
            wiring.services.register("x") { _ in Engine(brand: "x", cylinders: 1) }
            wiring.services.register("y") { resolver in
                hasBegun.signal()
                return Engine(brand: "y of \(try resolver.resolve("x", as: Engine.self).brand)", cylinders: 1)
            }
            wiring.services.register("both") { resolver in
                hasBegun.wait()
                let x = try resolver.resolve("x", as: Engine.self)
                let y = try resolver.resolve("y", as: Engine.self)
                return Engine(brand: x.brand + y.brand, cylinders: 1)
            }
            let container = try wiring.container()
            let answers = Collected<String>()
            onThreads(2) { number in
                let id = number == 0 ? "both" : "y"
                answers.append(message { try container.resolve(id, as: Engine.self) } ?? "made")
            }
            #expect(answers.elements == ["made", "made"])
        }
    }

    @Test func resolveAfterACycleErrorWorks() throws {
        var wiring = Wiring()
        let isBroken = Counter()
        wiring.services.register("a") { try isBroken.value == 0 ? $0.resolve("a") : Engine(brand: "a", cylinders: 1) }
        let container = try wiring.container()
        #expect(throws: ContainerError.self) { try container.resolve("a", as: Engine.self) }
        isBroken.add()
        #expect(try container.resolve("a", as: Engine.self).brand == "a")
    }

    @Test func handleBreaksACycle() throws {
        var wiring = Wiring(
            service("remote", "Remote", ["engine": ref("engine", .lazy)]))
        wiring.services.register("engine") { resolver in
            _ = try resolver.resolve("remote", as: Remote.self)
            return Engine(brand: "free", cylinders: 1)
        }
        let container = try wiring.container()
        #expect(try container.resolve("remote", as: Remote.self).engine().brand == "free")
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph])
    func chainTooDeepForTheStackIsAnError(scope: ServiceScope) throws {
        var wiring = Wiring()
        let last = 4_000
        wiring.definitions = (0...last).map { number in
            service(
                "s\(number)", "Car",
                [
                    "engine": .inline(service("", "Engine", ["brand": "x"])),
                    "trailer": ref("s\(number + 1)", .optional),
                ],
                scope: scope, line: number + 1)
        }
        let container = try wiring.container()
        let text = Collected<String>()
        onThreads(1, stack: 1 << 20) { _ in
            text.append(message { try container.resolve("s0", as: Car.self) } ?? "made")
        }
        #expect(text.elements[0].hasSuffix(" services deep, which exceeds the stack of this thread"))
        #expect(try container.resolve("s\(last - 50)", as: Car.self).wheels == 4)
    }
}
