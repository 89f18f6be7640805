import Moonwire
import Testing

/// `ref`, `optional`, `lazy`, `provider`, `inline`, `alias` and `null`.
@Suite struct ReferenceTests {
    @Test func aliasOfAnAliasIsTheSameService() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            alias "motor" "engine"
            local heart = alias "heart" "motor"
            service "car" { type = "Car", args = { engine = heart } }
            """)
        let engine = try container.resolve("engine", as: Engine.self)
        for id in ["motor", "heart"] { #expect(try container.resolve(id, as: Engine.self) === engine) }
        #expect(try container.resolve("car", as: Car.self).engine === engine)
    }

    @Test func optionalReferenceIsNilOnlyIfTheServiceIsNotDefined() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "failing" { factory = function() error("out of order") end }
            service "without" { type = "Car", args = { engine = ref "engine", trailer = optional "nobody" } }
            service "with"    { type = "Car", args = { engine = ref "engine", trailer = optional "without" } }
            service "broken"  { type = "Car", args = { engine = ref "engine", trailer = optional "failing" } }
            """)
        #expect(try container.resolve("without", as: Car.self).trailer == nil)
        #expect(try container.resolve("with", as: Car.self).trailer != nil)
        #expect(
            message { _ = try container.resolve("broken", as: Car.self) } == """
                container.lua:2: service "failing" could not be built: out of order
                    needed by broken -> failing
                """)
    }

    @Test func lazyResolvesOnceAndProviderEachTime() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" }, scope = "transient" }
            service "remote" { type = "Remote", args = { engine = lazy "engine", engines = provider "engine" } }
            service "loop" { type = "Remote", args = { engine = lazy "looped" } }
            service "looped" { factory = function(args) return Engine { brand = "loop" } end, args = { ref "loop" } }
            """)
        let remote = try container.resolve("remote", as: Remote.self)
        #expect(try remote.engine() === remote.engine())
        #expect(try remote.engines?() !== remote.engines?())
        #expect(try container.resolve("loop", as: Remote.self).engine().brand == "loop")
    }

    @Test func inlineServiceIsBuiltForEachUse() throws {
        let container = try wire(
            """
            service "car" {
                type = "Car", scope = "transient",
                args = {
                    engine = inline { type = "Engine", args = { "Jaguar" } },
                    trailer = inline {
                        type = "Car", args = { engine = inline (function(c) return Engine { brand = "deep" } end) },
                    },
                },
            }
            """)
        let cars = try (0..<2).map { _ in try container.resolve("car", as: Car.self) }
        #expect(cars[0].engine.brand == "Jaguar")
        #expect((cars[0].trailer as? Car)?.engine.brand == "deep")
        #expect(cars[0] !== cars[1])
        #expect(cars[0].engine !== cars[1].engine)
    }

    @Test func referencesAreAllowedInListsAndMaps() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { "Jaguar" } }
            service "function" {
                factory = function(args) return args.list[2].brand .. args.map.a.brand .. args.list[1] end,
                args = { list = { "x", ref "engine" }, map = { a = "@engine" } },
            }
            """)
        #expect(try container.resolve("function", as: String.self) == "JaguarJaguarx")
    }

    @Test func nullIsAnEmptyArgumentOrElement() throws {
        #expect(try held("null") == .null)
        #expect(try held("{ 1, null, 3, null }") == .list([.integer(1), .null, .integer(3), .null]))
        #expect(try held("{ a = null }") == .map(["a": .null]))
        let container = try wire(
            """
            service "settings" { type = "Settings", args = { note = null } }
            """)
        #expect(try container.resolve("settings", as: Settings.self).note == nil)
    }

    @Test func holeInAListIsAFault() {
        #expect(
            message { _ = try held("{ 1, nil, 3 }") } == """
                container.lua:3: service "holder": the list at args.value has a hole
                    write `null` for an empty element
                """)
    }
}
