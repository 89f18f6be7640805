import Dispatch
import MoonwireCore
import TestSupport
import Testing

/// A hook that asks for what is being resolved: an error, no deadlock and no overflow.
@Suite struct HookCycleTests {
    private func wiring(_ scope: ServiceScope) -> Wiring {
        Wiring(
            service("engine", "Engine", ["brand": "a"], scope: scope, line: 1),
            service("car", "Car", ["engine": ref("engine")], scope: scope, line: 2))
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak]) func createdHookThatResolvesItsOwnServiceThrows(
        scope: ServiceScope
    )
        throws
    {
        var wiring = wiring(scope)
        wiring.services.addHook(.created("engine"), file: "App.swift", line: 9) { (_: Engine, info) in
            _ = try info.resolve("engine", as: Engine.self)
        }
        let container = try wiring.container()
        let expected = """
            test.lua:1: service "engine" depends on itself while it is built: engine -> engine
                in hook.created("engine") at App.swift:9
            """
        #expect(message { try container.resolve("engine", as: Engine.self) } == expected)
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak])
    func createdHookThatResolvesAUserOfItsServiceThrows(
        scope: ServiceScope
    ) throws {
        var wiring = wiring(scope)
        wiring.services.addHook(.created("engine"), file: "App.swift", line: 9) { (_: Engine, info) in
            _ = try info.resolve("car", as: Car.self)
        }
        let container = try wiring.container()
        let expected = """
            test.lua:2: service "car" depends on itself while it is built: car -> engine -> car
                in hook.created("engine") at App.swift:9
            """
        #expect(message { try container.resolve("car", as: Car.self) } == expected)
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak]) func resolvedHookThatResolvesItsOwnServiceEnds(
        scope: ServiceScope
    )
        throws
    {
        var wiring = wiring(scope)
        wiring.services.addHook(.resolved("engine"), file: "App.swift", line: 9) { (_: Engine, info) in
            _ = try info.resolve("engine", as: Engine.self)
        }
        let container = try wiring.container()
        let expected = """
            test.lua:1: service "engine" depends on itself while it is built: engine -> engine
                in hook.resolved("engine") at App.swift:9
            """
        for _ in 0..<2 { #expect(message { try container.resolve("engine", as: Engine.self) } == expected) }
    }

    @Test func resolvedHooksThatResolveEachOtherEnd() throws {
        var wiring = Wiring(
            service("a", "Engine", ["brand": "a"], line: 1), service("b", "Engine", ["brand": "b"], line: 2))
        wiring.services.addHook(.resolved("a"), file: "App.swift", line: 8) { (_: Engine, info) in
            _ = try info.resolve("b", as: Engine.self)
        }
        wiring.services.addHook(.resolved("b"), file: "App.swift", line: 9) { (_: Engine, info) in
            _ = try info.resolve("a", as: Engine.self)
        }
        let container = try wiring.container()
        let expected = """
            test.lua:1: service "a" depends on itself while it is built: a -> b -> a
                in hook.resolved("b") at App.swift:9
                in hook.resolved("a") at App.swift:8
            """
        #expect(message { try container.resolve("a", as: Engine.self) } == expected)
    }

    @Test func failedHookThatResolvesItsOwnServiceEnds() throws {
        let count = Counter()
        var wiring = Wiring()
        wiring.services.register("engine", as: Engine.self, file: "App.swift", line: 1) { _ in
            count.add()
            throw Breakdown(reason: "no oil")
        }
        wiring.services.addHook(.failed("engine"), file: "App.swift", line: 9) { _, info in
            _ = try info.resolve("engine", as: Engine.self)
        }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("engine", as: Engine.self) }
                == "App.swift:1: service \"engine\" could not be built: no oil")
        #expect(count.value == 1)
        let expected = """
            App.swift:1: warning: service "engine" depends on itself while it is built: engine -> engine
                in hook.failed("engine") at App.swift:9
            """
        #expect(container.diagnostics.entries.map(\.description) == [expected])
    }

    /// Two builds, each of which has a hook that asks for the other's service: one of them must be refused.
    @Test func hooksOfTwoThreadsThatResolveEachOtherThrow() throws {
        for _ in 0..<repetitions(100, debug: 30) {
            let meeting = Counter()
            var wiring = Wiring(service("a", "Engine", ["brand": "a"]), service("b", "Engine", ["brand": "b"]))
            for (own, other) in [("a", "b"), ("b", "a")] {
                wiring.services.addHook(.created(own)) { (_: Engine, info) in
                    meeting.add()
                    while meeting.value < 2 {}
                    _ = try info.resolve(other, as: Engine.self)
                }
            }
            let container = try wiring.container()
            let said = Collected<String>()
            onThreads(2) { number in
                said.append(message { try container.resolve(number == 0 ? "a" : "b", as: Engine.self) } ?? "made")
            }
            #expect(said.elements.allSatisfy { $0 == "made" || $0.contains("depends on itself while it is built") })
            #expect(said.elements.contains { $0 != "made" })
        }
    }

    /// A hook runs without any lock: it may wait for a thread that resolves something else.
    @Test func hookMayWaitForAThreadThatResolves() throws {
        let brands = Collected<String>()
        var wiring = Wiring(service("a", "Engine", ["brand": "a"]), service("b", "Engine", ["brand": "b"]))
        let wait: @Sendable (HookInfo) -> Void = { info in
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                if let engine = try? info.resolve("b", as: Engine.self) { brands.append(engine.brand) }
                done.signal()
            }
            done.wait()
        }
        wiring.services.addHook(.created("a")) { (_: Engine, info) in wait(info) }
        wiring.services.addHook(.resolved("a")) { (_: Engine, info) in wait(info) }
        _ = try wiring.container().resolve("a", as: Engine.self)
        #expect(brands.elements == ["b", "b"])
    }
}
