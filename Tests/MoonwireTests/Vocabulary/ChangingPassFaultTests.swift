import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// Mistakes of passes that change services.
@Suite struct ChangingPassFaultTests {
    /// The beginning of each script, in three lines.
    private static let services = """
        service "engine" { type = "Engine", args = { brand = "Jaguar" } }
        alias "motor" "engine"
        decorate "engine" { id = "tuned", factory = function(args) return args[1] end, args = { inner } }

        """

    private func said(_ body: String) -> String {
        message {
            _ = try wire(
                Self.services + "pass(\"change\", function(definitions, report)\n\(body)\nend, { stage = \"change\" })")
        }
    }

    @Test(arguments: [
        (
            "extend \"engine\" {\n    args = {\n        cylindres = 6,\n    },\n}",
            """
            container.lua:7: service "engine": Engine has no argument "cylindres"
                did you mean "cylinders"?
                it takes (brand, cylinders?)
            """
        ),
        (
            "extend(definitions.engine) { args = { cylinders = \"six\" } }",
            "container.lua:5: service \"engine\": argument \"cylinders\" expects an integer, got the string \"six\""
        ),
        (
            "extend \"engine\" { kye = 1 }",
            "container.lua:5: extend \"engine\": there is no key \"kye\""
        ),
        (
            "extend \"engin\" { tags = \"a\" }",
            """
            container.lua:5: extend "engin": service "engin" is not defined
                did you mean "engine"?
            """
        ),
        (
            "extend \"motor\" { tags = \"a\" }",
            """
            container.lua:5: extend "motor": "motor" is an alias
                write `extend "engine" { … }`
            """
        ),
        (
            "extend \"tuned\" { tags = \"a\" }",
            "container.lua:5: extend \"tuned\": \"tuned\" is a decorator, which cannot be extended"
        ),
        (
            "extend \"engine\" { args = { brand = ref \"nothing\" } }",
            "container.lua:5: service \"engine\": argument \"brand\" refers to \"nothing\", which is not defined"
        ),
        (
            "service \"other\" { type = \"Engine\" }",
            """
            container.lua:5: pass "change" failed: service describes the wiring and cannot be used in a pass
                `extend(definition) { … }` changes a service
            """
        ),
        (
            "local port = env.int \"PORT\"",
            """
            container.lua:5: pass "change" failed: env.int describes the wiring and cannot be used in a pass
                `extend(definition) { … }` changes a service
            """
        ),
        ("extend \"engine\"", "container.lua:5: extend \"engine\" is incomplete: a table must follow"),
        (
            "extend \"engine\" { args = { cylinders = 6 } }\nerror \"no\"",
            "container.lua:6: pass \"change\" failed: no\n    the pass is at container.lua:4"
        ),
        (
            "report.fault(\"is old\", \"engine\", \"args.brand\")",
            "container.lua:1: service \"engine\": is old\n    reported by pass \"change\" at container.lua:4"
        ),
    ])
    func mistakesAreFaultsAtTheLineOfThePass(_ body: String, _ expected: String) {
        let said = said(body)
        #expect(said.hasPrefix(expected), "\(said)")
    }

    @Test func aPassThatChecksCannotChange() {
        #expect(
            message {
                _ = try wire(Self.services + "pass(\"check\", function() extend \"engine\" { tags = \"a\" } end)")
            } == """
                container.lua:4: pass "check" failed: extend describes the wiring and cannot be used after the scripts have been read
                    a pass can use it with `{ stage = "change" }`
                """)
        let said = message {
            _ = try wire(Self.services) { services in
                services.addPass("check", file: "App.swift", line: 3) { definitions, report in
                    report.extend(definitions[0], tags: ["a"], file: "App.swift", line: 4)
                }
            }
        }
        #expect(
            said == """
                App.swift:4: pass "check" cannot change service "engine", because its stage is "check"
                    add it with `stage: .change`
                """)
    }

    @Test func whatAnApplicationChangesIsCheckedAtItsLine() {
        let said = message {
            _ = try wire(Self.services) { services in
                services.addPass("change", stage: .change) { definitions, report in
                    report.extend(definitions[0], arguments: ["cylindres": 6], file: "App.swift", line: 4)
                }
            }
        }
        #expect(
            said == """
                App.swift:4: service "engine": Engine has no argument "cylindres"
                    did you mean "cylinders"?
                    it takes (brand, cylinders?)
                """)
    }

    @Test func anUnknownStageIsAFault() {
        #expect(
            message { _ = try wire("pass(\"a\", function() end, { stage = \"chnage\" })") }
                == "container.lua:1: pass \"a\": \"stage\" expects \"change\" or \"check\", got the string \"chnage\"")
    }

    @Test func moreThan32PassesAreAFault() throws {
        func text(_ count: Int) -> String {
            """
            service "engine" { type = "Engine", args = { brand = "Jaguar", cylinders = 0 } }
            for i = 1, \(count) do
                pass("p" .. i, function(definitions)
                    extend "engine" { args = { cylinders = definitions.engine.args.cylinders + 1 } }
                end, { stage = "change" })
            end
            """
        }
        #expect(try wire(text(32)).resolve("engine", as: Engine.self).cylinders == 32)
        #expect(
            message { _ = try wire(text(33)) }
                == "container.lua:3: pass \"p33\": there are more than 32 passes of the stage \"change\"")
    }

    /// What a pass would add may be what seems to be missing.
    @Test func whatPassesMayAddIsNotMissedBesideOtherFaults() {
        let said = message {
            _ = try wire(
                """
                service "engine" { type = "Engine" }
                service "child" { parent = "nobody" }
                pass("brands", function() extend "engine" { args = { brand = "Rover" } } end, { stage = "change" })
                """)
        }
        #expect(said.hasPrefix("container.lua:2: service \"child\""), "\(said)")
        #expect(!said.contains("engine"), "\(said)")
    }

    @Test func changesCountAsMemory() {
        var limits = Interpreter.Limits(cpuTime: .seconds(60))
        limits.hostMemory = 1 << 20
        let said = message { [limits] in
            _ = try wire(
                """
                service "engine" { type = "Engine", args = { "Jaguar" } }
                pass("much", function()
                    for i = 1, 1e6 do extend "engine" { tags = "t" .. i } end
                end, { stage = "change" })
                """, limits: limits)
        }
        #expect(said.contains("memory") || said.contains("bytes"), "\(said)")
    }
}
