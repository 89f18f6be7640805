import Moonwire
import TestSupport
import Testing

/// Passes that change services: `pass("name", function(definitions) … end, { stage = "change" })`.
@Suite struct ChangingPassTests {
    /// The beginning of each script, in five lines.
    private static let services = """
        parameters { brand = "Jaguar" }
        service "engine" { type = "Engine", args = { brand = param "brand" }, tags = "part" }
        service "spare" { type = "Engine", args = { brand = "Rover", cylinders = 6 }, tags = { { "part", weight = 9 } } }
        service "rack" { type = "Rack", args = { engines = tagged "motor" } }
        alias "motor" "engine"

        """

    private func wired(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) throws -> Container {
        try wire(Self.services + text, register: register)
    }

    private func said(_ text: String, register: (inout Registrations) throws -> Void = { _ in }) -> String {
        message { _ = try wired(text, register: register) }
    }

    @Test func argumentsAndTagsAreChangedAsByExtend() throws {
        let container = try wired(
            """
            pass("parts are motors", function(definitions)
                for _, definition in ipairs(definitions) do
                    if definition.tags[1] == "part" then
                        extend(definition) { args = { cylinders = 12 }, tags = "motor" }
                    end
                end
            end, { stage = "change" })
            """)
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 12)
        #expect(try container.resolve("spare", as: Engine.self).cylinders == 12)
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["Jaguar", "Rover"])
        #expect(container.diagnostics.entries.isEmpty)
    }

    /// The words of values are those of definitions.
    @Test func changesContainReferencesAndParameters() throws {
        let container = try wired(
            """
            parameters { rack = "%brand% & sons" }
            service "car" { type = "Car" }
            pass("wires", function(definitions)
                extend "car" { args = { ref "spare" } }
                extend(definitions.rack.id) { args = { engines = { inline { type = "Engine", args = { param "rack" } }, ref.engine } } }
                extend(ref.spare) { args = { brand = "%brand%" } }
            end, { stage = "change" })
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Jaguar")
        #expect(
            try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["Jaguar & sons", "Jaguar"])
    }

    @Test func whatIsWiredByTypeCanBeAdded() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "car" { type = "Car" }
            service "rack" { type = "Rack", args = { engines = {} } }
            pass("wires", function()
                extend "car" { args = auto }
                extend "rack" { args = { engines = typed("Engine", { all = true }) } }
            end, { stage = "change" })
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Jaguar")
        #expect(try container.resolve("rack", as: Rack.self).engines.count == 1)
    }

    @Test func laterPassesSeeTheChangesInOrderOfPriority() throws {
        let container = try wired(
            """
            pass("second", function(definitions)
                extend "engine" { args = { cylinders = definitions.engine.args.cylinders * 2 } }
            end, { stage = "change" })
            pass("first", function(definitions)
                extend "engine" { args = { cylinders = 5 }, tags = "motor" }
            end, { stage = "change", priority = 1 })
            pass("check", function(definitions, report)
                report.note(definitions.engine.args.cylinders .. " " .. table.concat(definitions.engine.tags, " "))
            end, { priority = 9 })
            """)
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 10)
        #expect(container.diagnostics.entries.map(\.message) == ["pass \"check\": 10 part motor"])
    }

    /// Definitions have what they inherit, and no decorator yet.
    @Test func definitionsHaveWhatTheyInheritAndNoDecorators() throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Engine", args = { brand = "%name%" }, scope = "transient" }
            service "engine" { parent = "base", tags = "%name%" }
            service "car" { type = "Car", args = { ref "engine" } }
            parameters { name = "Rover" }
            decorate "car" { type = "Car", args = { ref "engine" } }
            pass("look", function(definitions, report)
                for _, one in ipairs(definitions) do
                    report.note(table.concat({
                        one.id, one.type, one.scope, one.args.brand or "-", one.tags[1] or "-", one.needs[1] or "-",
                    }, " "))
                end
            end, { stage = "change" })
            """)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "decorator of \"car\": `inner` is not passed to anything, so the service that it wraps is never used",
                "pass \"look\": engine Engine transient Rover Rover -", "pass \"look\": car Car shared - - engine",
            ])
    }

    @Test func aDecoratedServiceIsChangedBeneathItsDecorators() throws {
        let container = try wired(
            """
            service "car" { type = "Car", args = { ref "engine" } }
            decorate "car" { id = "tuned", factory = function(args, c) return args[1] end, args = { inner } }
            pass("wires", function(definitions) extend "car" { args = { ref "spare" } } end, { stage = "change" })
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Rover")
    }

    @Test func aReloadRunsThePassesAgain() throws {
        func text(_ cylinders: Int) -> String {
            """
            service "engine" { type = "Engine", args = { brand = "Rover" } }
            service "other" { type = "Engine", args = { brand = "Rover" } }
            pass("size", function() extend "engine" { args = { cylinders = \(cylinders) } } end, { stage = "change" })
            """
        }
        let living = try Living(text(6), types: [Engine.self])
        let other = try living.container.resolve("other", as: Engine.self)
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 6)
        try living.edit(text(8))
        try living.reload()
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 8)
        #expect(try living.container.resolve("other", as: Engine.self) === other)
        let engine = try living.container.resolve("engine", as: Engine.self)
        try living.edit(text(8) + "\n")
        try living.reload()
        #expect(try living.container.resolve("engine", as: Engine.self) === engine)
    }

    @Test func aPassOfTheApplicationDoesTheSame() throws {
        let container = try wired("service \"car\" { type = \"Car\" }") { services in
            services.addPass("parts are motors", stage: .change) { definitions, report in
                for definition in definitions where definition.tags.contains("part") {
                    report.extend(definition, arguments: ["cylinders": 12], tags: ["motor"])
                }
                for definition in definitions where definition.id == "car" {
                    report.extend(definition, arguments: ["engine": .ref("spare")])
                }
            }
        }
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.cylinders) == [12, 12])
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Rover")
    }

    @Test func aPassOfTheApplicationWritesEveryKindOfValue() throws {
        let seen = Collected<PlainValue>()
        _ = try wire(
            "parameters { port = 80 }\nservice \"book\" { factory = function() return 1 end, args = {} }\nservice \"desk\" { factory = function() end }"
        ) {
            services in
            services.addPass("writes", stage: .change) { definitions, report in
                report.extend(
                    definitions[0],
                    arguments: [
                        "a": .param("port"), "b": .optional("none"), "c": .lazy("desk"), "d": .provider("desk"),
                        "e": 1.5,
                        "f": true, "g": .value(["x": "%y%"]), "h": .list([.ref("desk"), "text"]), "i": .tagged("none"),
                    ])
            }
            services.addPass("look", stage: .change) { definitions, _ in
                for (label, value) in definitions[0].arguments.sorted(by: { $0.key < $1.key }) {
                    seen.append([.text(label), value])
                }
            }
        }
        #expect(
            seen.elements == [
                ["a", 80], ["b", ["optional": "none"]], ["c", ["lazy": "desk"]], ["d", ["provider": "desk"]],
                ["e", 1.5],
                ["f", true], ["g", ["x": "%y%"]], ["h", [["ref": "desk"], "text"]],
                ["i", ["written": "tagged \"none\""]],
            ])
    }

    /// What the script has read before is the same in a pass; what another pass has kept is nothing.
    @Test func passesUseReferencesOfTheScript() throws {
        let text = """
            local spare = ref "spare"
            local local_port = raw "%brand%"
            local kept
            service "car" { type = "Car", args = { ref "engine" } }
            service "other" { type = "Car", args = { ref "engine" } }
            pass("wires", function()
                extend "car" { args = { spare } }
                extend "engine" { args = { brand = local_port } }
                kept = ref "engine"
            end, { stage = "change" })
            """
        let container = try wired(text)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Rover")
        #expect(try container.resolve("engine", as: Engine.self).brand == "%brand%")
        let said = said(
            text + """

                pass("later", function()
                    local values = {}
                    for i = 1, 100 do values[i] = inline { type = "Engine", args = { "x" } } end
                    extend "other" { args = { kept } }
                end, { stage = "change" })
                """)
        #expect(
            said == """
                container.lua:19: extend "other": the reference was made by a pass that has ended
                    write it in this pass, or outside of passes
                """)
    }

    /// Text forms are not read in strings of definitions.
    @Test func stringsOfDefinitionsAreCopiedAsTheyAre() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { brand = raw "%nothing%" } }
            service "copy" { type = "Engine" }
            pass("copies", function(definitions)
                extend "copy" { args = { brand = definitions.engine.args.brand } }
            end, { stage = "change" })
            """)
        #expect(try container.resolve("copy", as: Engine.self).brand == "%nothing%")
    }
}
