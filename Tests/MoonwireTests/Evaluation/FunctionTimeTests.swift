import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// Each call of a function has limits of its own, and so have all calls of one load together.
@Suite(.timeLimit(.minutes(10))) struct FunctionTimeTests {
    private func load(_ text: String, cpuTime: Duration, register: (inout Registrations) throws -> Void = { _ in })
        throws -> Container
    {
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        return try Container(
            scripts: [scratch.path("container.lua")], environment: .dev, limits: Interpreter.Limits(cpuTime: cpuTime),
            register: register)
    }

    private static let work = "for i = 1, 8e5 do end"

    @Test func hooksOfManyServicesShareTheTimeOfALoad() throws {
        let said = message {
            _ = try load(
                """
                for i = 1, 500 do service("s" .. i) { synthetic = true } end
                hook.registered("*", function() \(Self.work) end)
                """, cpuTime: .milliseconds(200))
        }
        #expect(
            said == """
                container.lua:2: hook.registered("*"): together, the hooks, passes, conditions, and preference checks of the scripts used more than 1.0 seconds of CPU time
                    `Limits.cpuTime` sets how much one call may use, and all of them may use 5 times as much
                """)
    }

    @Test func checksOfManyPreferencesShareTheTimeOfALoad() throws {
        let said = message {
            _ = try load(
                """
                for i = 1, 500 do
                    preferences("G" .. i) { p = { default = 1, check = function() \(Self.work) return true end } }
                end
                """, cpuTime: .milliseconds(200))
        }
        let lines = said.split(separator: "\n")
        #expect(lines.count == 2, "\(said.prefix(400))")
        #expect(said.hasPrefix("container.lua:2: preference \"G"), "\(said.prefix(400))")
        #expect(
            said.hasSuffix(
                """
                .p": together, the hooks, passes, conditions, and preference checks of the scripts used more than 1.0 seconds of CPU time
                    `Limits.cpuTime` sets how much one call may use, and all of them may use 5 times as much
                """), "\(said.prefix(400))")
    }

    /// A mistake in the hooks must not keep out the edit that corrects it.
    @Test(arguments: ["reloading", "reloaded"]) func hooksOfAReloadShareTheTime(_ event: String) throws {
        let told = Counter()
        let scratch = Scratch()
        try scratch.write(
            "for i = 1, 500 do hook.\(event)(function() \(Self.work) end) end", "container.lua")
        let container = try Container(
            scripts: [scratch.path("container.lua")], environment: .dev,
            limits: Interpreter.Limits(cpuTime: .milliseconds(200))
        ) { services in
            services.addHook(event == "reloading" ? .reloading : .reloaded, priority: -1) { _, _ in _ = told.add() }
        }
        _ = try container.reload()
        #expect(told.value == 1)
        let said = container.diagnostics.entries.filter { $0.message.contains("seconds of CPU time") }
        #expect(said.count == 1)
        #expect(
            said.first?.message.hasPrefix(
                "hook.\(event): together, the hooks, passes, conditions, and preference checks") == true)
        #expect(said.first?.hints.first?.hasPrefix("not called after it: ") == true)
        _ = try container.reload()
        #expect(told.value == 2)
    }

    @Test func fastHookIsCalledForAllServices() throws {
        let count = 300
        let container = try load(
            """
            local count = 0
            for i = 1, \(count) do service("s" .. i) { synthetic = true } end
            hook.registered("s*", function() count = count + 1 end)
            service "count" (function() return count end)
            """, cpuTime: .seconds(2))
        #expect(try container.resolve("count", as: Int.self) == count)
    }
}
