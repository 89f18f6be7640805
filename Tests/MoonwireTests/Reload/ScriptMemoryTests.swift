import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What scripts keep goes with their generation: no instance and no interpreter of an earlier one is left in memory.
@Suite struct ScriptMemoryTests {
    private static let argument = #"args = { census = ref "census", apply = function(text) return text:upper() end }"#
    private static let made = #"Listener { census = c.get "census", apply = function() end }"#

    /// Every kind of wiring in which scripts and instances refer to each other; each defines `user`.
    static let wirings: [String: String] = [
        "function as an argument": #"service "user" { type = "Listener", \#(argument) }"#,
        "hooks": """
        service "user" { type = "Listener", \(argument), stop = "close" }
        hook.created("user", function(listener) end)
        hook.resolved("user", function(listener) end)
        hook.released("user", function(listener) end)
        """,
        "hook that keeps": """
        local kept = {}
        service "user" { type = "Listener", \(argument) }
        hook.created("user", function(listener) kept[#kept + 1] = listener end)
        """,
        "definitions that are kept": """
        local kept
        service "user" { type = "Listener", \(argument) }
        pass("look", function(definitions, report) kept = { definitions, report } end)
        hook.registered("user", function(definition) kept[#kept + 1] = definition end)
        """,
        "scenario": """
        local kept = {}
        service "user" { type = "Listener", \(argument) }
        hook.created("user", function(listener) kept[#kept + 1] = listener end)
        scenario "other" { replace = { user = function(c) return kept[1] end } }
        """,
        "replacing hook": """
        service "user" { type = "Listener", \(argument) }
        hook.created("user", function(listener, info)
            return Listener { census = info.get "census", apply = function() return listener end }
        end)
        """,
        "coroutine": """
        service "user" (function(c)
            local run = coroutine.wrap(function()
                local listener = \(made)
                while true do coroutine.yield(listener) end
            end)
            local listener = run()
            listener:on(function() return run() end)
            return listener
        end)
        """,
        "stop function": """
        local stopped = {}
        service "user" {
            type = "Listener", \(argument), stop = function(listener) stopped[listener] = listener.name end,
        }
        """,
        "closure that keeps its instance": """
        service "user" (function(c)
            local listener = \(made)
            listener:on(function() return listener end)
            return listener
        end)
        """,
        "table of instances": """
        local kept = {}
        service "user" (function(c)
            kept[#kept + 1] = \(made)
            return kept[#kept]
        end)
        """,
        "context in functions": """
        service "other" { type = "Listener", \(argument), tags = { "listeners" } }
        service "user" (function(c)
            local listener = \(made)
            listener:on(function() return c.get "other", c.tagged "listeners", listener end)
            c.get "other":on(function() return listener end)
            return c.tagged("listeners")[1] and listener
        end)
        """,
        "configure": """
        local seen
        service "user" {
            type = "Listener", \(argument),
            configure = function(listener, c)
                seen = listener
                listener:on(function() return seen end)
            end,
        }
        """,
        "decorator": """
        service "user" { type = "Listener", \(argument) }
        decorate "user" (function(inner, c)
            return Listener { census = c.get "census", apply = function() return inner end }
        end)
        """,
        "weak": """
        local kept
        service "user" {
            scope = "weak", type = "Listener", \(argument), configure = function(listener) kept = listener end,
        }
        """,
        "transient": """
        local kept = {}
        service "user" {
            scope = "transient", type = "Listener", \(argument),
            configure = function(listener) kept[listener] = true end,
        }
        """,
        "graph": """
        local kept = {}
        service "inner" {
            scope = "graph", type = "Listener", \(argument),
            configure = function(listener) kept[1] = listener end,
        }
        service "user" {
            factory = function(args, c)
                local inner = c.get "inner"
                inner:on(function() return inner end)
                return inner
            end,
        }
        """,
        "inline": """
        service "user" (function(c) return c.get "holder" end)
        service "holder" { factory = { inline { type = "Listener", \(argument) }, "itself" } }
        """,
        "other hooks": """
        local kept = {}
        parameters { size = 1 }
        preferences "Group" { size = { default = 1, check = function(value) kept.checked = value return true end } }
        service "user" { type = "Listener", \(argument) }
        hook.registered("user", function(...) kept.registered = { ... } end)
        hook.failed("user", function(...) kept.failed = { ... } end)
        hook.reloading(function(...) kept.reloading = { ... } end)
        hook.parameter("size", function(...) kept.parameter = { ... } end)
        hook.preference("Group.size", function(...) kept.preference = { ... } end)
        """,
        "handles": """
        local kept = {}
        service "other" { type = "Listener", \(argument) }
        service "user" {
            factory = function(args, c)
                kept[1], kept[2] = args.later, args.each
                local listener = \(made)
                listener:on(function() return kept end)
                return listener
            end,
            args = { later = lazy "other", each = provider "other" },
        }
        """,
        "modules": """
        include "part.lua"
        local module = require "module"
        service "user" (function(c) return module.keep(\(made), c.get "part") end)
        """,
        "slots": """
        local kept = {}
        inject { slot = "Desk.listener", value = inline { factory = function(args, c) return \(made) end } }
        hook.injected("Desk.listener", function(...) kept[#kept + 1] = { ... } end)
        service "desk" { type = "Desk", scope = "transient" }
        service "user" (function(c)
            kept.desk = c.get "desk"
            return kept.desk.listener
        end)
        """,
        "parallel functions": """
        service "user" {
            type = "Listener",
            args = { census = ref "census", apply = parallel(function(text) return text:upper() end) },
            configure = parallel(function(listener, c) listener:on(function() return listener end) listener:tell() end),
        }
        hook.created("user", parallel(function(listener) listener:on(function() return listener end) end))
        """,
        "metatable": """
        local kept = setmetatable({}, { __index = function(kept, key) return rawget(kept, 1) end })
        service "user" (function(c)
            kept[1] = \(made)
            return kept[1]
        end)
        """,
    ]

    private static let files = [
        "part.lua": #"service "part" { type = "Listener", \#(argument) }"#,
        "module.lua": """
        local kept = {}
        return {
            keep = function(listener, other)
                kept[#kept + 1] = other
                listener:on(function() return kept end)
                return listener
            end,
        }
        """,
    ]

    static func living(_ text: String, _ census: Listener.Census) throws -> Living {
        try Living(text, files: files, types: [Listener.self, Listener.Census.self, Desk.self]) { services in
            services.register("census") { _ in census }
        }
    }

    private func living(_ text: String, _ census: Listener.Census) throws -> Living { try Self.living(text, census) }

    #if os(Linux)
        /// What ten reloads leave behind, thousands leave behind; in a process of its own, where nobody else allocates.
        @Test func repeatedReloadsOfEachWiringDoNotGrowMemory() async {
            await #expect(processExitsWith: .success) {
                for (wiring, text) in ScriptMemoryTests.wirings.sorted(by: { $0.key < $1.key }) {
                    let census = Listener.Census()
                    let growth = try ScriptMemoryTests.growth(of: text, census)
                    precondition(growth < 2 << 20, "\(wiring): \(growth) bytes more than after ten reloads")
                    precondition(
                        census.alive.value == 0 && census.interpretersAlive == 0, "\(wiring): something is kept")
                }
            }
        }

        /// How many bytes a night's worth of reloads takes, or else fewer of them.
        private static func growth(of text: String, _ census: Listener.Census) throws -> Int {
            let living = try living(text, census)
            var afterTen = 0
            for round in 1...(ExtremeValues.factor > 1 ? 10_000 : repetitions(1_000, debug: 50)) {
                _ = try living.container.resolve("user", as: Listener.self)
                try living.reload(text + "\n-- \(round)")
                if round == 10 { afterTen = try heldBytes() }
            }
            return try heldBytes() - afterTen
        }
    #endif

    @Test(arguments: wirings.keys.sorted())
    func retiredGenerationsLeaveNoObjects(wiring: String) throws {
        let text = try #require(Self.wirings[wiring])
        let census = Listener.Census()
        do {
            let living = try living(text, census)
            var most = 0
            for round in 0..<200 {
                _ = try living.container.resolve("user", as: Listener.self)
                if round == 0 { most = census.alive.value }
                #expect(census.alive.value <= most)
                #expect(census.interpretersAlive <= 1)
                try living.reload(text + "\n-- \(round)")
            }
            #expect(census.alive.value == 0)
            #expect(census.interpretersAlive == 0)
            _ = try living.container.resolve("user", as: Listener.self)
        }
        #expect(census.alive.value == 0)
        #expect(census.interpretersAlive == 0)
    }

    /// As long as no file changes, instances are kept, and so are their functions with all that these keep.
    @Test(arguments: wirings.keys.sorted())
    func reloadsWithoutAnEditKeepNothingTwice(wiring: String) throws {
        let text = try #require(Self.wirings[wiring])
        let census = Listener.Census()
        do {
            let living = try living(text, census)
            var most = 0
            for round in 0..<50 {
                _ = try living.container.resolve("user", as: Listener.self)
                if round == 0 { most = census.alive.value }
                #expect(census.alive.value <= 2 * most)
                #expect(census.interpretersAlive <= 2)
                try living.reload()
            }
        }
        #expect(census.alive.value == 0)
        #expect(census.interpretersAlive == 0)
    }

    @Test func carriedOverInstanceDoesNotKeepGarbageOfItsScript() throws {
        let census = Listener.Census()
        let text = """
            service "user" {
                type = "Listener", reload = "keep", args = { census = ref "census", apply = function() end },
                configure = function(listener, c) local unused = \(Self.made) end,
            }
            """
        let living = try living(text, census)
        let user = try living.container.resolve("user", as: Listener.self)
        for round in 0..<3 {
            try living.reload(text + "-- \(round)")
            #expect(census.alive.value == 1)
        }
        let same = user === (try living.container.resolve("user", as: Listener.self))
        #expect(same)
    }

    @Test func carriedOverInstanceKeepsTheUpvaluesOfItsFunctions() throws {
        let census = Listener.Census()
        let text = """
            local others = {}
            service "user" {
                type = "Listener", reload = "keep",
                args = { census = ref "census", apply = function() return others[1].name end },
                configure = function(listener, c) others[1] = \(Self.made) end,
            }
            """
        do {
            let living = try living(text, census)
            let user = try living.container.resolve("user", as: Listener.self)
            for round in 0..<3 {
                try living.reload(text + "-- \(round)")
                #expect(try user.apply.call(as: String.self) == "listener")
                let same = user === (try living.container.resolve("user", as: Listener.self))
                #expect(same)
            }
            #expect(census.alive.value == 2)
            try living.reload("")
            #expect(census.alive.value == 1)
            #expect(
                message { _ = try user.apply.call(as: String.self) }.contains(
                    "refers to an object that no longer exists"))
        }
        #expect(census.alive.value == 0)
        #expect(census.interpretersAlive == 0)
    }

    @Test func aFunctionThatOutlivesItsGenerationStillWorksOnWhatItIsGiven() throws {
        let census = Listener.Census()
        let text = """
            local seen, last = 0, nil
            service "user" {
                type = "Listener",
                args = { census = ref "census", apply = function(listener)
                    seen = seen + 1
                    last = listener
                    return last.name .. seen
                end },
            }
            """
        do {
            let living = try living(text, census)
            let user = try living.container.resolve("user", as: Listener.self)
            #expect(try user.apply.call(user, as: String.self) == "listener1")
            try living.reload("")
            for number in 2...4 {
                #expect(try user.apply.call(user, as: String.self) == "listener\(number)")
            }
        }
        #expect(census.alive.value == 0)
    }

    /// A generation may end while a function of it runs, which keeps what it has until it returns.
    @Test func aFunctionThatRunsKeepsItsObjectsUntilItReturns() throws {
        let census = Listener.Census()
        let names = Collected<String>()
        let text = """
            service "user" {
                type = "Listener", args = { census = ref "census", apply = function(listener) listener:tell() end },
                configure = function(user, c)
                    local other = \(Self.made)
                    user:on(function()
                        user:run()
                        assert(other.name == "listener")
                    end)
                end,
            }
            """
        do {
            let living = try living(text, census)
            let user = try living.container.resolve("user", as: Listener.self)
            census.action.withLock {
                $0 = {
                    try living.reload("")
                    names.append("\(census.alive.value) alive")
                }
            }
            try user.apply.call(user)
            #expect(names.elements == ["2 alive"])
            #expect(census.alive.value == 1)
            #expect(message { try user.apply.call(user) }.contains("refers to an object that no longer exists"))
            census.action.withLock { $0 = nil }
        }
        #expect(census.alive.value == 0)
    }
}

/// Has a slot that a rule fills.
private final class Desk: Exposed, @unchecked Sendable {  // The container fills it before anybody has it.
    @Injected var listener: Listener?

    static let exposure = Exposure(Desk.self) {
        Initializer { Desk() }
        Property("listener", \.listener)
    }
}
