import Moonwire
import Testing

/// Types whose names are no names of Lua, and types that share one.
@Suite struct TypeNameTests {
    private static let types: [any Exposed.Type] = [
        North.Depot.self, South.Depot.self, Sink<Int>.self, Sink<[String]>.self,
    ]

    private func container(_ text: String, _ types: [any Exposed.Type] = types) throws -> Container {
        let folder = Scratch()
        try folder.write(text, "container.lua")
        return try Container(scripts: [folder.path("container.lua")], types: types, environment: .dev)
    }

    @Test func genericTypesAreConstructedInFunctions() throws {
        let container = try container(
            """
            service "one" (function() return types["Sink<Int>"] { x = 1 } end)
            service "list" (function() return types["Sink<Array<String>>"] { x = { "a" } } end)
            service "data" { type = "Sink<Int>", args = { x = 2 } }
            """)
        #expect(try container.resolve("one", as: Sink<Int>.self).value == 1)
        #expect(try container.resolve("list", as: Sink<[String]>.self).value == ["a"])
        #expect(try container.resolve("data", as: Sink<Int>.self).value == 2)
    }

    @Test func typesOfTheSameNameAreWrittenWithTheirParent() throws {
        let container = try container(
            """
            service "north" { type = "North.Depot" }
            service "south" (function() return types["South.Depot"] {} end)
            """)
        _ = try container.resolve("north", as: North.Depot.self)
        _ = try container.resolve("south", as: South.Depot.self)
    }

    /// A whole name means the type of that name, although it is a part of another one's.
    @Test func fullyQualifiedNameFindsItsType() throws {
        let container = try container(
            """
            service "whole" { type = "MoonwireTests.North.Depot" }
            service "far" { type = "Far.MoonwireTests.North.Depot" }
            """,
            [North.Depot.self, Far.MoonwireTests.North.Depot.self])
        _ = try container.resolve("whole", as: North.Depot.self)
        _ = try container.resolve("far", as: Far.MoonwireTests.North.Depot.self)
    }

    @Test func ambiguousTypeNameIsAFault() throws {
        let container = try container(
            """
            service "unknown" (function() return types["Sink<Itn>"] {} end)
            service "ambiguous" (function() return types.Depot {} end)
            """)
        #expect(
            message { _ = try container.resolve("unknown", as: (any Sendable).self) }.contains(
                """
                type "Sink<Itn>" is not exposed
                    did you mean "Sink<Int>"?
                """))
        #expect(
            message { _ = try container.resolve("ambiguous", as: (any Sendable).self) }.contains(
                """
                type "Depot" could be "North.Depot" or "South.Depot"
                    in service "ambiguous"
                    write one of these names
                """))
    }
}
