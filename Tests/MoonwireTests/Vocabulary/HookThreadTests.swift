import Dispatch
import Moonwire
import TestSupport
import Testing

/// Hooks of scripts and of Swift together: nothing of ours is locked while either runs, and nothing is kept alive.
@Suite struct HookThreadTests {
    /// The interpreter is free while a hook of Swift runs: another thread may run the script meanwhile.
    @Test func swiftHookMayWaitForAThreadThatRunsTheScript() throws {
        let brands = Collected<String>()
        let container = try wire(
            """
            service "outer" (function(c) return c.get("engine").brand end)
            service "engine" (function() return Engine { brand = "engine" } end)
            service "other" (function() return Engine { brand = "other" } end)
            """
        ) { services in
            services.addHook(.created("engine")) { (_: Engine, info) in
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    if let engine = try? info.resolve("other", as: Engine.self) { brands.append(engine.brand) }
                    done.signal()
                }
                done.wait()
            }
        }
        #expect(try container.resolve("outer", as: String.self) == "engine")
        #expect(brands.elements == ["other"])
    }

    @Test func hooksOfScriptsRunOnManyThreads() throws {
        let count = 100
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "a" } }
            service "fresh" { type = "Engine", args = { "f" }, scope = "transient" }
            local seen = { created = 0, resolved = 0 }
            hook.created("fresh", function() seen.created = seen.created + 1 end)
            hook.resolved("engine", function() seen.resolved = seen.resolved + 1 end)
            service "seen" { factory = function() return { seen.created, seen.resolved } end, scope = "transient" }
            """)
        let failures = Collected<String>()
        onThreads(8) { _ in
            for _ in 0..<count {
                failures.append(
                    message {
                        _ = try container.resolve("engine", as: Engine.self)
                        _ = try container.resolve("fresh", as: Engine.self)
                    })
            }
        }
        #expect(failures.elements.allSatisfy { $0 == "" })
        let total = Int64(8 * count)
        #expect(try container.resolve("seen", as: PlainValue.self) == [.integer(total), .integer(total)])
    }

    @Test func scriptDoesNotKeepWeakInstancesOrTheContainerAlive() throws {
        let alive = Counter()
        do {
            let container = try wire(
                """
                local kept = {}
                hook.created("*", function(tracked, info) kept[#kept + 1] = tracked; kept[#kept + 1] = info end)
                hook.released("*", function(tracked, info) kept[#kept + 1] = info end)
                """
            ) { services in
                services.register("weak", scope: .weak) { _ in Tracked(alive) }
                services.register("shared") { _ in Tracked(alive) }
            }
            _ = try container.resolve("shared", as: Tracked.self)
            do {
                let weak = try container.resolve("weak", as: Tracked.self)
                #expect(alive.value == 2)
                withExtendedLifetime(weak) {}
            }
            #expect(alive.value == 1)
        }
        #expect(alive.value == 0)
    }

    @Test func scriptDoesNotKeepOwnersOfSlotsAlive() throws {
        let alive = Counter()
        let container = try wire(
            """
            local kept = {}
            hook.injected("Dashboard.*", function(value, owner) kept[#kept + 1] = value; kept[#kept + 1] = owner end)
            """)
        let slot = SlotName(owner: "Dashboard", name: "item", types: [])
        let hooks = try #require(try container.hooks.hooks(of: slot))
        try container.hooks.injected(Tracked(alive), isWeak: true, into: Tracked(alive), hooks)
        #expect(alive.value == 0)
        try container.hooks.injected(Tracked(alive), into: Tracked(alive), hooks)
        #expect(alive.value == 1)
    }
}

/// Counts how many of it are alive.
private final class Tracked: Sendable {
    private let alive: Counter

    init(_ alive: Counter) {
        self.alive = alive
        alive.add()
    }

    deinit { alive.add(-1) }
}
