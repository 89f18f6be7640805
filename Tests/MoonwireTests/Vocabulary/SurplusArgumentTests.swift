import Foundation
import Moonwire
import Testing

/// No word takes arguments that it does not know.
///
/// The words are those that a script finds: a new one is covered.
@Suite struct SurplusArgumentTests {
    /// Calls every word, and what those give that are called in two steps, with more arguments than any takes.
    private static let sweep = """
        local names, silent = {}, {}
        local function try(name, word, ...)
            local isGood, rest = pcall(word, ...)
            if not isGood and tostring(rest):find("attempt to call") then silent[#silent + 1] = name end
            return rest
        end
        local function sweep(name, word)
            names[#names + 1] = name
            try(name, word, "x", 2, 3, 4, 5, 6, 7, 8, 9)
            local isGood, rest = pcall(word, "begun")
            if isGood and type(rest) == "function" then
                names[#names + 1] = name
                try(name, rest, {}, 2, 3, 4, 5, 6, 7, 8, 9)
            end
        end
        for name, word in pairs(require "moonwire") do
            if type(word) == "table" then
                for field, inner in pairs(word) do sweep(name .. "." .. field, inner) end
                if name == "pass" then sweep(name, word) end
            else
                sweep(name, word)
            end
        end
        """

    private static let begun: Set = [
        "alias", "decorate", "default_service", "extend", "preferences", "processor", "scenario", "service",
    ]

    @Test func everyWordRefusesSurplusArguments() throws {
        let container = try wire(
            """
            local words, names, tokens = require "moonwire", {}, {}
            for name, word in pairs(words) do
                if type(word) == "table" then
                    for field in pairs(word) do names[#names + 1] = name .. "." .. field end
                else
                    names[#names + 1] = name
                end
            end
            parameters { names = names }
            """)
        let names = try container.parameter("names", as: [String].self) + ["pass"]
        let constants: Set = ["auto", "inherited", "inner", "null", "skip"]
        #expect(names.count > 40)
        let error = #expect(throws: WiringError.self) { _ = try wire(Self.sweep) }
        // The description of an error contains only the first ones.
        let faults = error?.underlying.diagnostics.map(\.message) ?? []
        for name in names where !constants.contains(name) {
            let count = faults.count { $0.hasPrefix("\(name) takes ") }
            let isBegun = Self.begun.contains(name)
            #expect(count == (isBegun ? 2 : 1), "\(name): \(faults)")
        }
    }

    @Test func faultsBesideSurplusArgumentsAreReported() {
        #expect(
            message { _ = try wire("service \"a\" { type = \"Engine\", args = { ref(\"b\", {}, 3) } }") } == """
                container.lua:1: ref takes 2 arguments, got 3
                    write `ref("b", { … })`
                container.lua:1: service "a": argument 1 refers to "b", which is not defined
                """)
    }

    @Test func wordsInFunctionsRefuseSurplusArguments() throws {
        let container = try wire(
            """
            require "early"
            service "late" (function(c) return require("early", 2) end)
            """, files: ["early.lua": "return 1"])
        #expect(
            message { _ = try container.resolve("late", as: Int.self) }
                .hasPrefix("container.lua:2: require takes 1 argument, got 2"))
    }

    /// With a dot and with a colon.
    @Test(arguments: [("param", "p"), ("preference", "G.p"), ("tagged", "t"), ("built", "a")], [".", ":"])
    func contextRefusesSurplusArguments(_ asked: (name: String, id: String), _ mark: String) throws {
        let call = { (more: String) in
            "service \"late\" (function(c) return c\(mark)\(asked.name)(\"\(asked.id)\"\(more)) end)"
        }
        let rest = """
            parameters { p = 1 }
            preferences "G" { p = { default = 1 } }
            service "a" { type = "Engine", args = { brand = "A" }, tags = "t" }
            """
        #expect(
            message { _ = try wire("\(call(", 2"))\n\(rest)").resolve("late", as: Int.self) } == """
                container.lua:1: c.\(asked.name) takes 1 argument, got 2
                    in service "late"
                    write `c.\(asked.name) "\(asked.id)"`
                """)
        #expect(
            !message { _ = try wire("\(call(""))\n\(rest)").resolve("late", as: Int.self) }.contains("takes 1 argument")
        )
    }

    @Test(arguments: [("get", "{ … }"), ("argument", "default")], [".", ":"])
    func contextRefusesAThirdArgument(_ asked: (name: String, second: String), _ mark: String) throws {
        #expect(
            message {
                _ = try wire("service \"late\" (function(c) return c\(mark)\(asked.name)(\"a\", {}, 3) end)")
                    .resolve("late", as: Int.self)
            } == """
                container.lua:1: c.\(asked.name) takes 2 arguments, got 3
                    in service "late"
                    write `c.\(asked.name)("a", \(asked.second))`
                """)
    }

    /// Those that the script calls, and those that a definition calls; optional arguments may be given or left out.
    @Test func methodsRefuseSurplusArguments() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "A" } }
            service "workshop" { type = "Workshop" }
            service "one" (function(c) return c.get("workshop"):car(c.get "engine") end)
            service "two" (function(c) return c.get("workshop"):car(c.get "engine", 6) end)
            service "three" (function(c)
                local function make(...)
                    local car = c.get("workshop"):car(c.get "engine", ...)
                    return car
                end
                local car = make(6, "red")
                return car
            end)
            """)
        #expect(try container.resolve("one", as: Car.self).wheels == 4)
        #expect(try container.resolve("two", as: Car.self).wheels == 6)
        #expect(
            message { _ = try container.resolve("three", as: Car.self) } == """
                container.lua:7: Workshop.car takes 2 arguments, got 3
                    in service "three"
                    it takes (engine, wheels?)
                    called from container.lua:10
                """)
    }

    @Test func callsOfDefinitionsRefuseSurplusArguments() throws {
        let calls = #"call = { { "describe", "a", "b" } }"#
        #expect(
            message { _ = try wire("service \"a\" {\n type = \"Engine\", args = { \"A\" },\n \(calls) }") } == """
                container.lua:3: service "a": Engine.describe takes 1 argument, got 2
                    it takes (prefix)
                """)
        let late = try wire(
            "service \"a\" {\n factory = function() return Engine { brand = \"A\" } end,\n \(calls) }")
        #expect(
            message { _ = try late.resolve("a", as: Engine.self) } == """
                container.lua:1: service "a": Engine.describe takes 1 argument, got 2
                    it takes (prefix)
                """)
    }

    @Test func constructorsRefuseSurplusArguments() throws {
        let container = try wire("service \"a\" (function() return Engine({ brand = \"A\" }, 2) end)")
        #expect(
            message { _ = try container.resolve("a", as: Engine.self) } == """
                container.lua:1: Engine takes 1 argument, got 2
                    in service "a"
                    write `Engine { label = value }`
                """)
    }
}
