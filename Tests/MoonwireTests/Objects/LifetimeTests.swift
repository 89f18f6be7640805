import Moonwire
import TestSupport
import Testing

/// Who keeps what alive: a container its interpreter and instances, Lua nothing that is weak.
@Suite struct LifetimeTests {
    /// Counts how many of it are alive.
    private final class Tracked: Exposed, Sendable {
        let alive: Counter

        init(_ alive: Counter) {
            self.alive = alive
            alive.add()
        }

        deinit { alive.add(-1) }

        static let exposure = Exposure(Tracked.self) {
            Property("alive", \.alive.value)
            Method("child") { (tracked: Tracked) in Tracked(tracked.alive) }
        }
    }

    private func container(_ alive: Counter, _ text: String) throws -> Container {
        let folder = Scratch()
        try folder.write(text, "container.lua")
        return try Container(scripts: [folder.path("container.lua")], types: [Tracked.self], environment: .dev) {
            services in
            services.register("root") { _ in Tracked(alive) }
            services.register("fresh", scope: .transient) { _ in Tracked(alive) }
        }
    }

    @Test func aContainerFreesItsInstancesInterpreterAndFunctions() throws {
        let alive = Counter()
        do {
            let container = try container(
                alive,
                """
                local kept = {}
                service "child" (function(c)
                    kept[#kept + 1] = c.get "root"
                    kept[#kept + 1] = c.get "fresh"
                    kept[#kept + 1] = c.get("root"):child()
                    return c.get("root"):child()
                end)
                service "configured" {
                    factory = { ref "root", "child" },
                    configure = function(child, c) kept[child] = c.get "child" end,
                }
                service "failing" (function(c)
                    local child = c.get("root"):child()
                    error "with an object on the stack"
                end)
                """)
            #expect(try container.resolve("configured", as: Tracked.self).alive.value >= 4)
            #expect(throws: ContainerError.self) { try container.resolve("failing", as: Tracked.self) }
        }
        #expect(alive.value == 0)
    }

    @Test func aResolvedInstanceOutlivesItsContainer() throws {
        let alive = Counter()
        do {
            let child = try container(alive, #"service "child" (function(c) return c.get("root"):child() end)"#)
                .resolve("child", as: Tracked.self)
            #expect(child.alive.value == 1)
        }
        #expect(alive.value == 0)
    }

    @Test func luaDoesNotKeepWeakInstancesAlive() throws {
        let alive = Counter()
        let container = try container(
            alive,
            """
            local kept = {}
            service "weak" { factory = { ref "root", "child" }, scope = "weak" }
            service "user" {
                scope = "transient",
                factory = function(args, c)
                    local weak = c.get "weak"
                    kept[#kept + 1] = weak
                    return weak.alive
                end,
            }
            """)
        do {
            let weak = try container.resolve("weak", as: Tracked.self)
            #expect(try container.resolve("user", as: Int.self) == 2)
            #expect(weak === (try container.resolve("weak", as: Tracked.self)))
        }
        #expect(alive.value == 1)
        #expect(try container.resolve("user", as: Int.self) == 2)
        #expect(alive.value == 1)
    }

    @Test func refusedScriptLeavesNoObjects() {
        let alive = Counter()
        #expect(throws: ContainerError.self) {
            try self.container(
                alive,
                """
                service "child" (function(c) return c.get("root"):child() end)
                service "wrong" { type = "Nobody" }
                """)
        }
        #expect(alive.value == 0)
    }

    @Test func weakServiceOfAFunctionIsSharedWhileItIsHeld() throws {
        let alive = Counter()
        let container = try container(
            alive, #"service "weak" { factory = function(_, c) return c.get "fresh" end, scope = "weak" }"#)
        do {
            let held = try container.resolve("weak", as: Tracked.self)
            #expect(held === (try container.resolve("weak", as: Tracked.self)))
            #expect(alive.value == 1)
        }
        let again = try container.resolve("weak", as: Tracked.self)
        #expect(again.alive.value >= 1)
    }
}
