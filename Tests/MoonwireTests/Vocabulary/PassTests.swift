import LuaRuntime
import Moonwire
import TestSupport
import Testing

/// `pass("name", function(definitions, report) … end)`, a check of the whole wiring.
@Suite struct PassTests {
    /// The beginning of each script, in four lines.
    static let services = """
        parameters { brand = "Jaguar" }
        service "engine" { type = "Engine", args = { brand = param "brand", cylinders = 6 }, tags = { { "part", weight = 9 } } }
        service "car" { type = "Car", args = { ref "engine" }, scope = "transient", public = false }
        alias "motor" "engine"

        """

    private func wired(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) throws -> Container {
        try wire(Self.services + text, register: register)
    }

    private func said(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) -> String {
        message { _ = try wired(text, register: register) }
    }

    @Test func passesReceiveTheDefinitions() throws {
        let said = said(
            """
            pass("look", function(definitions, report)
                local engine, car = definitions[1], definitions[2]
                local list = table.concat(engine.types, " ")
                report.fault(table.concat({
                    #definitions, engine.id, engine.type, engine.scope, tostring(engine.public), engine.tags[1],
                    engine.attributes.part.weight, engine.args.brand, engine.args.cylinders, #engine.needs, engine.line,
                    engine.file, list:match("Engine"), tostring(definitions.motor), tostring(engine),
                }, " "))
                report.fault(table.concat({
                    car.id, car.scope, tostring(car.public), #car.tags, car.args[1].ref, car.needs[1],
                    tostring(definitions.car == car),
                }, " "))
            end)
            """)
        #expect(
            said == """
                container.lua:5: pass "look": 2 engine Engine shared true part 9 Jaguar 6 0 2 container.lua Engine nil definition of engine
                container.lua:5: pass "look": car transient false 0 engine engine true
                """)
    }

    @Test func faultsHaveTheLineOfTheDefinitionOrTheValue() {
        let said = said(
            """
            service "van" {
                type = "Engine",
                args = {
                    brand = "Leyland",
                },
            }
            pass("houses", function(definitions, report)
                report.fault("has another brand", definitions.van, "args.brand")
                report:fault("is old", definitions.van)
                report.fault("is older", "van", "args.nothing")
                report.fault("is slow", "engine")
            end)
            """)
        #expect(
            said == """
                container.lua:2: service "engine": is slow
                    reported by pass "houses" at container.lua:11
                container.lua:5: service "van": is old
                    reported by pass "houses" at container.lua:11
                container.lua:7: service "van": is older
                    reported by pass "houses" at container.lua:11
                container.lua:8: service "van": has another brand
                    reported by pass "houses" at container.lua:11
                """)
    }

    @Test func warningsAndNotesDoNotPreventTheLoad() throws {
        let container = try wired(
            """
            pass("advice", function(definitions, report)
                report.note("is fine", definitions.car)
                report.warning("all are old")
                report.warning("all are old")
            end)
            """)
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/\/\S*\//, with: "") } == [
                """
                container.lua:3: note: service "car": is fine
                    reported by pass "advice" at container.lua:5
                """,
                "container.lua:5: warning: pass \"advice\": all are old",
            ])
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 6)
    }

    /// What is not data has its written form; secrets are not shown.
    @Test func argumentsThatAreNotDataAreWritten() throws {
        let said = message {
            _ = try wire(
                """
                service "engine" {
                    type = "Engine",
                    args = { brand = env.secret "KEY", cylinders = env.int("COUNT", 4) },
                }
                service "car" { type = "Car", args = { engine = inline { type = "Engine", args = { "%env(KEY)%" } } } }
                pass("look", function(definitions, report)
                    local engine = definitions.engine.args
                    report.fault(engine.brand.written .. ", " .. engine.cylinders .. ", " .. definitions.car.args.engine.written)
                end)
                """, variables: ["KEY": "k3y"])
        }
        #expect(
            said == """
                container.lua:6: pass "look": env.secret "KEY", 4, inline { type = "Engine", args = { "%env(KEY)%" } }
                """)
    }

    @Test func secretsInMessagesAreMasked() {
        let said = message {
            _ = try wire(
                """
                parameters { key = env.secret "KEY" }
                pass("leak", function(definitions, report) report.fault("k3y" .. 7) end)
                """, variables: ["KEY": "k3y7"])
        }
        #expect(said == "container.lua:2: pass \"leak\": ***")
    }

    @Test func passesOfHigherPriorityRunFirstThenThoseOfTheApplication() throws {
        let container = try wired(
            """
            pass("c", function(_, report) report.note("third") end)
            pass("a", function(_, report) report.note("first") end, { priority = 5 })
            pass("d", function(_, report) report.note("fourth") end)
            """
        ) { $0.addPass("b") { _, report in report.note("second") } }
        #expect(
            container.diagnostics.entries.map { $0.message.suffix(6) }
                == [": first", "second", ": third", "fourth"].map { $0.suffix(6) })
    }

    @Test func passesDoNotRunBesideFaults() {
        let text = "pass(\"look\", function() error(\"ran\") end)\nservice \"bus\" { type = \"Buss\" }"
        let said = said(text)
        #expect(said.hasPrefix("container.lua:6: service \"bus\": "), "\(said)")
        #expect(!said.contains("ran"))
        #expect(!message { _ = try wired("servise = 1\n" + text) }.contains("ran"))
    }

    @Test func reportsAfterThePassAreErrors() throws {
        let container = try wired(
            """
            local kept
            pass("look", function(definitions, report) kept = report end)
            service "late" (function(c) kept.fault("too late") end)
            """)
        #expect(
            message { _ = try container.resolve("late", as: Engine.self) }.hasPrefix(
                "container.lua:7: report.fault has no effect after the pass has returned"))
    }

    @Test func manyReportsAreCounted() {
        let said = said(
            """
            pass("look", function(definitions, report)
                for i = 1, 250 do report.warning("w" .. i) end
                for i = 1, 101 do report.fault("f" .. i) end
            end)
            """)
        let lines = said.split(separator: "\n")
        #expect(lines.count == 101, "\(lines.count)")
        #expect(said.contains("pass \"look\" reported 1 more fault"))
    }

    @Test func whatIsSaidAgainIsNotCounted() throws {
        let container = try wired(
            """
            pass("look", function(definitions, report)
                for _ = 1, 3 do for i = 1, 101 do report.note("n" .. i) end end
            end)
            """)
        #expect(container.diagnostics.entries.last?.message == "pass \"look\" reported 1 more note")
    }

    @Test func aliasesCanBeNamed() throws {
        let container = try wired("pass(\"look\", function(_, report) report.note(\"is old\\nindeed\", \"motor\") end)")
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/\/\S*\//, with: "") } == [
                """
                container.lua:4: note: service "motor": is old
                    indeed
                    reported by pass "look" at container.lua:5
                """
            ])
    }

    /// A parameter that many services use is not copied for each.
    @Test func valuesAreComputedWhenTheyAreRead() throws {
        let container = try wire(
            """
            local function rep(x, n) local t = {} for i = 1, n do t[i] = x end return t end
            parameters { a = rep("v", 300), b = rep("%a%", 300) }
            for i = 1, 300 do service("s" .. i) { factory = function() end, args = { lines = param "b" } } end
            pass("look", function(definitions, report) report.note(#definitions .. " services") end)
            """)
        #expect(container.diagnostics.entries.last?.message == "pass \"look\": 300 services")
    }

    /// Each read makes a table of 90,000 elements.
    @Test func valuesCostInstructions() {
        let said = message {
            _ = try wire(
                """
                local function rep(x, n) local t = {} for i = 1, n do t[i] = x end return t end
                parameters { a = rep("v", 300), b = rep("%a%", 300) }
                service "one" { factory = function() end, args = { lines = param "b" } }
                pass("look", function(definitions) for i = 1, 200 do local size = #definitions.one.args.lines end end)
                """, limits: Interpreter.Limits(instructions: 2_000_000, cpuTime: .seconds(1000)))
        }
        #expect(said.contains("instruction"), "\(said)")
    }

    @Test func longMessagesCostInstructions() {
        let said = message {
            _ = try wire(
                """
                local big = ("x"):rep(3000000)
                pass("look", function(_, report) for i = 1, 1000 do report.note(big) end end)
                """, limits: Interpreter.Limits(instructions: 100_000_000))
        }
        #expect(said.contains("instruction"), "\(said)")
    }

    @Test func passesShareTheTimeOfALoad() throws {
        let scratch = Scratch()
        try scratch.write(
            "for i = 1, 500 do pass(\"p\" .. i, function() for i = 1, 8e5 do end end) end", "container.lua")
        let said = message {
            _ = try Container(
                scripts: [scratch.path("container.lua")], environment: .dev,
                limits: Interpreter.Limits(cpuTime: .milliseconds(200)))
        }
        #expect(said.hasPrefix("container.lua:1: pass \"p"), "\(said)")
        #expect(
            said.contains(
                "together, the hooks, passes, conditions, and preference checks of the scripts used more than 1.0 seconds"
            ))
    }

    @Test func reloadRunsThePassesAgain() throws {
        let living = try Living(
            """
            pass("six", function(definitions, report)
                if definitions.engine.args.cylinders ~= 6 then report.fault("needs six", "engine", "args.cylinders") end
            end)
            service "engine" { type = "Engine", args = { brand = "Rover", cylinders = 6 } }
            """, types: [Engine.self])
        try living.edit(
            """
            pass("six", function(definitions, report)
                if definitions.engine.args.cylinders ~= 6 then report.fault("needs six", "engine", "args.cylinders") end
            end)
            service "engine" { type = "Engine", args = { brand = "Rover", cylinders = 8 } }
            """)
        #expect(
            message { try living.reload() }.contains(
                "container.lua:4: service \"engine\": needs six\n    reported by pass \"six\" at container.lua:1"))
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 6)
    }

    @Test func applicationsReportTheSame() throws {
        let said = said("") { services in
            services.addPass("light parts", file: "App/Passes.swift", line: 3) { definitions, report in
                for definition in definitions where definition.tags.contains("part") {
                    report.fault("is heavy", in: definition, at: "tags")
                    report.warning("is not seen beside a fault", in: definition)
                }
                report.fault("nothing is light")
            }
            services.addPass("strict", file: "App/Passes.swift", line: 9) { _, _ in throw Failure() }
        }
        #expect(
            said == """
                container.lua:2: service "engine": is heavy
                    reported by pass "light parts" at App/Passes.swift:3
                App/Passes.swift:3: pass "light parts": nothing is light
                App/Passes.swift:9: pass "strict" failed: the rule is broken
                """)
    }

    private struct Failure: Error, CustomStringConvertible {
        var description: String { "the rule is broken" }
    }

    @Test func definitionsInSwiftHaveTheirArguments() throws {
        let seen = Collected<RegisteredDefinition>()
        let container = try wired("service \"lot\" { type = \"Engine\", args = { \"Rover\" } }") { services in
            services.addPass("look") { definitions, _ in definitions.forEach { seen.append($0) } }
        }
        let definitions = seen.elements
        #expect(definitions.map(\.id) == ["engine", "car", "lot"])
        #expect(definitions[0].arguments == ["brand": "Jaguar", "cylinders": 6])
        #expect(definitions[0].tagAttributes == ["part": ["weight": 9]])
        #expect(definitions[0].typeNames?.contains("Engine") == true)
        #expect(definitions[1].positionalArguments == [["ref": "engine"]])
        #expect(definitions[1].needs == ["engine"])
        #expect(!definitions[1].isPublic)
        #expect(definitions[2].positionalArguments == ["Rover"])
        #expect(container.contains("lot"))
    }
}
