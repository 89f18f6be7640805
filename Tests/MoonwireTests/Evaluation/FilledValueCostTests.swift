import Foundation
import LuaRuntime
import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// What parameters grow to where they are used is bounded while scripts are loaded, and each is looked at once.
@Suite(.timeLimit(.minutes(10))) struct FilledValueCostTests {
    private func faults(_ text: String, hostMemory: Int? = nil) throws -> String {
        // The scripts are long: on a busy machine, reading them takes longer than it may by default.
        var limits = Interpreter.Limits(cpuTime: .seconds(30))
        if let hostMemory { limits.hostMemory = hostMemory }
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        return message {
            _ = try Container(
                scripts: [scratch.path("container.lua")], types: Garage.types + [Holder.self], environment: .dev,
                limits: limits)
        }
    }

    /// Whole, the string would have 20 GiB.
    @Test func parameterThatExceedsTheLimitIsNotFilledIn() throws {
        let bomb = #"parameters { p = ("x"):rep(1 << 20), q = ("%p%"):rep(20000) }"#
        #expect(
            try faults(bomb) == "container.lua:1: parameter \"q\" exceeds 1048576 bytes and elements")
        #expect(
            try faults(bomb + "\nlocal _ = now(param \"q\")")
                .hasPrefix("container.lua:2: parameter \"q\" exceeds 1048576 bytes and elements"))
    }

    private static let places = [
        ("args = { brand = %@ }", "argument \"brand\""), ("args = { %@ }", "argument 1"),
        ("args = { 'E' }, call = { { 'describe', %@ } }", "argument 1 of call \"describe\""),
    ]

    @Test(arguments: places) func argumentThatExceedsTheLimitIsNotFilledIn(_ place: String, _ phrase: String) throws {
        let field = place.replacingOccurrences(of: "%@", with: #"("%p%"):rep(900)"#)
        let said = try faults(
            """
            parameters { p = ("x"):rep(1 << 20) }
            for i = 1, 100 do
                service("s" .. i) { type = "Engine", \(field) }
            end
            """)
        #expect(
            said.hasPrefix(
                """
                container.lua:3: service "s1": \(phrase): with its parameters, the value exceeds 1048576 bytes and elements
                """), "\(said.prefix(400))")
    }

    @Test func ruleValueThatExceedsTheLimitIsNotFilledIn() throws {
        let said = try faults(
            """
            parameters { p = ("x"):rep(1 << 20) }
            inject { slot = "Dashboard.note", value = ("%p%"):rep(20000) }
            """)
        #expect(said.contains("with its parameters, the value exceeds 1048576 bytes and elements"), "\(said)")
    }

    /// Each list of a thousand others takes no memory of its own until somebody needs it as plain data.
    @Test func listOfLargeParametersIsNotFilledIn() throws {
        let said = try faults(
            """
            local b, l = {}, {}
            for i = 1, 100000 do b[i] = i end
            for i = 1, 1000 do l[i] = param "b" end
            parameters { b = b }
            service "x" { type = "Holder", args = { value = l } }
            parameters { l = l }
            """)
        #expect(said.contains("parameter \"l\" exceeds 1048576 bytes and elements"), "\(said.prefix(400))")
    }

    @Test func placeholdersCountTowardHostMemory() throws {
        for statement in [
            "parameters { ['p' .. i] = l }", "service('s' .. i) { type = 'Engine', args = { l } }",
            "service('s' .. i) { type = l }",
        ] {
            let said = try faults(
                "local l = ('%p%'):rep(1000)\nfor i = 1, 100 do \(statement) end", hostMemory: 4 << 20)
            #expect(said.contains("the definitions of the scripts need more than 4194304 bytes"), "\(said.prefix(400))")
        }
    }

    /// The value is not evaluated or checked again for each service.
    @Test func largeParameterOfManyServicesIsCheckedOnce() throws {
        let said = try faults(
            """
            local b = {}
            for i = 1, 200000 do b[i] = "t" end
            parameters { big = b, same = "%big%" }
            for i = 1, 5000 do
                service("s" .. i) { type = "Settings", args = { tags = param "big" } }
                service("t" .. i) { type = "Settings", args = { tags = "%same%" } }
            end
            """)
        #expect(said == "")
    }

    @Test func faultsOfALongListAreReportedUpToALimit() throws {
        let said = try faults(
            """
            local b = {}
            for i = 1, 100000 do b[i] = i end
            parameters { big = b }
            service("x") { type = "Settings", args = { tags = param "big" } }
            """)
        let lines = said.split(separator: "\n")
        #expect(lines.count == 21, "\(said.prefix(2_000))")
        #expect(
            lines.first
                == "container.lua:4: service \"x\": argument \"tags\" at 1 expects a string, got the integer 1")
        #expect(lines.contains { $0.hasSuffix("argument \"tags\" contains further values that do not fit") })
    }

    @Test func largeMapParameterOfManyServicesIsFilledInOnce() throws {
        let said = try faults(
            """
            local b = {}
            for i = 1, 40000 do b["k" .. i] = i end
            parameters { big = b }
            for i = 1, 5000 do service("s" .. i) { type = "Settings", args = { limits = param "big" } } end
            """)
        #expect(said == "")
    }

    /// A name for each use: nothing that is remembered of one helps with the next.
    @Test func manyAliasesOfALargeParameterExceedTheLimit() throws {
        let said = try faults(
            """
            local b = {}
            for i = 1, 100000 do b[i] = "t" .. i end
            parameters { big = b }
            for i = 1, 5000 do
                parameters { ["p" .. i] = param "big" }
                service("s" .. i) { type = "Settings", args = { tags = param("p" .. i) } }
            end
            """)
        #expect(said.hasPrefix("container.lua:6: service \"s"), "\(said.prefix(400))")
        #expect(
            said.hasSuffix(
                """
                the parameters are too large, or used in too many places, to be checked
                    large parameters are used too often, or there are too many parameters that refer to large ones
                """), "\(said.prefix(400))")
    }

    /// Each of the many strings is short enough.
    @Test func manyLongStringsExceedTheLimit() throws {
        let said = try faults(
            """
            parameters { p = ("x"):rep(1 << 19) }
            for i = 1, 10000 do service("s" .. i) { type = "Engine", args = { "%p%!" } } end
            """)
        #expect(said.hasPrefix("container.lua:2: service \"s"), "\(said.prefix(400))")
        #expect(said.contains("argument 1: the parameters are too large"), "\(said.prefix(400))")
        #expect(said.split(separator: "\n").count == 2)
    }
}
