import Moonwire
import Testing

/// `ref.id` and its like, and references where ids may stand.
@Suite struct ReferenceByNameTests {
    @Test func fieldsAreReferencesOfTheirWord() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" }, scope = "transient" }
            service "car.fast" { type = "Car", args = { engine = ref.engine, trailer = optional.nobody } }
            service "towing" { type = "Car", args = { engine = ref.engine, trailer = optional["car.fast"] } }
            service "remote" { type = "Remote", args = { engine = lazy.engine, engines = provider.engine } }
            """)
        let towing = try container.resolve("towing", as: Car.self)
        #expect(try towing.trailer as? Car === container.resolve("car.fast", as: Car.self))
        #expect((towing.trailer as? Car)?.trailer == nil)
        let remote = try container.resolve("remote", as: Remote.self)
        #expect(try remote.engine() === remote.engine())
        #expect(try remote.engines?() !== remote.engines?())
    }

    @Test func referenceIsAcceptedAsATarget() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            alias "motor" (ref.engine)
            decorate(ref.motor) (function(inner) return Engine { brand = inner.brand .. " tuned" } end)
            """)
        #expect(try container.resolve("engine", as: Engine.self).brand == "Jaguar tuned")
    }

    @Test func referenceWordsCanBePassedToFunctions() throws {
        let container = try wire(
            """
            local function all(word, id) return { word(id), word[id], require("moonwire").ref[id], select(2, pcall(word, id)) } end
            service "list" {
                factory = function(args) return args[1].brand .. args[2].brand .. args[3].brand .. args[4].brand end,
                args = all(ref, "engine"),
            }
            service "engine" { type = "Engine", args = { "V" } }
            """)
        #expect(try container.resolve("list", as: String.self) == "VVVV")
    }

    @Test func contextRefusesAReferenceForAnID() throws {
        let container = try wire(
            """
            local engine = ref.engine
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "dot" (function(c) return c.get(engine) end)
            service "colon" (function(c) return c:get(engine) end)
            """)
        for (line, id) in [(3, "dot"), (4, "colon")] {
            #expect(
                message { _ = try container.resolve(id, as: Engine.self) }
                    == "container.lua:\(line): c.get expects the id of a service, got a reference\n    in service \"\(id)\""
            )
        }
    }

    @Test(arguments: ["ref", "optional", "later", "lazy", "provider"])
    func referenceWordsAreRefusedAfterTheScriptsAreRead(
        _ word: String
    ) throws {
        let container = try wire(
            """
            service "field" (function()
                return \(word).engine
            end)
            service "call" (function() return \(word) "engine" end)
            """)
        for (line, id) in [(2, "field"), (4, "call")] {
            #expect(
                message { _ = try container.resolve(id, as: Int.self) } == """
                    container.lua:\(line): \(word) describes the wiring and cannot be used after the scripts have been read
                        in service "\(id)"
                        functions get services with `c.get("id")`, and parameters with `c.param("name")`
                    """)
        }
    }

    @Test func referenceHasNoFieldsAfterTheScriptsAreRead() throws {
        let container = try wire(
            """
            local engine = ref.engine
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "late" (function() return engine.brand end)
            """)
        #expect(
            message { _ = try container.resolve("late", as: Int.self) }
                == "container.lua:3: a reference has no fields\n    in service \"late\"")
    }
}
