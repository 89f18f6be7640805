import Moonwire
import Testing

/// What scripts may not do, and in which order they see their tables.
@Suite struct StrictnessTests {
    @Test func pairsAndNextIterateInTheOrderOfKeys() throws {
        let keys = (0..<40).map { "key\(($0 * 17) % 40 + 10)" }
        let container = try wire(
            """
            local table = { \(keys.map { "\($0) = true" }.joined(separator: ", ")), "b", "a" }
            local seen, walked = {}, {}
            for key in pairs(table) do seen[#seen + 1] = tostring(key) end
            local key = next(table)
            while key ~= nil do
                walked[#walked + 1] = tostring(key)
                key = next(table, key)
            end
            parameters { seen = seen, walked = walked }
            """)
        let sorted = ["1", "2"] + keys.sorted()
        #expect(try container.parameter("seen", as: [String].self) == sorted)
        #expect(try container.parameter("walked", as: [String].self) == sorted)
    }

    @Test func tostringDescribesNullAndReferences() throws {
        let container = try wire(#"parameters { shown = { tostring(null), tostring(optional "nobody") } }"#)
        #expect(try container.parameter("shown", as: [String].self) == ["null", "reference"])
    }

    @Test func globalsMustBeDeclared() {
        #expect(message { _ = try wire("x = 1") }.hasPrefix(#"container.lua:1: "x" is assigned"#))
        #expect(message { _ = try wire("local y = x") } == #"container.lua:1: "x" is not defined"#)
        #expect(message { _ = try wire("function f() end") }.hasPrefix(#"container.lua:1: "f" is assigned"#))
        #expect(message { _ = try wire("local x = 1 x = 2") } == "")
    }

    @Test func globalsInFunctionsShowWhenTheyRun() throws {
        let container = try wire(
            """
            service "reads" (function(c)
                return nothing
            end)
            """)
        #expect(
            message { _ = try container.resolve("reads", as: Int.self) }
                == "container.lua:2: \"nothing\" is not defined\n    in service \"reads\"")
    }

    @Test(arguments: ["os", "io", "debug", "load", "loadstring", "dofile", "loadfile", "package"])
    func dangerousLibrariesAreAbsent(_ name: String) {
        #expect(message { _ = try wire("local x = \(name)") }.hasPrefix("container.lua:1: \"\(name)\" is not defined"))
    }

    @Test func messagesOfAScriptAreTheSameEachTime() {
        let keys = (0..<20).map { "unknown\($0) = \($0)" }.joined(separator: ", ")
        let messages = (0..<5).map { _ in message { _ = try wire("service \"a\" { type = \"Workshop\", \(keys) }") } }
        #expect(messages[0].split(separator: "\n").count > 20)
        #expect(Set(messages).count == 1)
    }

    @Test func wordsAndUndeclaredGlobalsAreRefusedInFunctions() throws {
        let container = try wire(
            """
            local unfinished = service "finished"
            unfinished { type = "Workshop" }
            service "word" (function(c) service "another" { type = "Workshop" } end)
            service "half" (function(c) unfinished { type = "Workshop" } end)
            service "ref" (function(c) return ref "word" end)
            service "global" (function(c) counter = 1 end)
            service "module" (function(c) return require "late" end)
            """, files: ["late.lua": "return 1"])
        let refusals = [
            ("word", "3: service describes the wiring"), ("half", "4: service describes the wiring"),
            ("ref", "5: ref describes the wiring"), ("global", "6: \"counter\" is assigned"),
            ("module", "7: require describes the wiring"),
        ]
        for (id, refusal) in refusals {
            let text = message { _ = try container.resolve(id, as: Int.self) }
            #expect(text.hasPrefix("container.lua:\(refusal)"))
        }
        #expect(!container.contains("another"))
    }

    @Test func functionsMayUseModulesThatWereLoaded() throws {
        let container = try wire(
            """
            local early = require "early"
            service "module" (function(c) return require("early").value end)
            """, files: ["early.lua": "return { value = 5 }"])
        #expect(try container.resolve("module", as: Int.self) == 5)
    }
}
