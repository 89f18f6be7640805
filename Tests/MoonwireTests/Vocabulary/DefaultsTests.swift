import Moonwire
import Testing

@Suite struct DefaultsTests {
    @Test func defaultsApplyToServicesOfTheirFile() throws {
        let container = try wire(
            """
            defaults { scope = "transient", tags = { "all" } }
            service "a" { type = "Engine", args = { brand = "a" } }
            service "b" { type = "Engine", args = { brand = "b" }, scope = "shared", tags = "own" }
            include "other.lua"
            """,
            files: ["other.lua": "service \"c\" { type = \"Engine\", args = { brand = \"c\" } }"])
        func isShared(_ id: String) throws -> Bool {
            try container.resolve(id, as: Engine.self) === container.resolve(id, as: Engine.self)
        }
        #expect(try !isShared("a"))
        #expect(try isShared("b"))
        #expect(try isShared("c"))
        #expect(try container.tagged("all", as: Engine.self).map(\.brand) == ["a", "b"])
        #expect(try container.tagged("own", as: Engine.self).map(\.brand) == ["b"])
    }

    @Test func defaultsHideServices() throws {
        let container = try wire(
            """
            defaults { public = false }
            service "a" { type = "Engine", args = { brand = "a" } }
            service "b" { type = "Engine", args = { brand = "b" }, public = true }
            """)
        #expect(throws: ContainerError.self) { try container.resolve("a", as: Engine.self) }
        #expect(try container.resolve("b", as: Engine.self).brand == "b")
    }

    @Test func inheritedKeyOverridesADefault() throws {
        let container = try wire(
            """
            defaults { scope = "transient" }
            service "base" { abstract = true, type = "Engine", args = { brand = "b" }, scope = "shared" }
            service "child" { parent = "base" }
            """)
        let isSame = try container.resolve("child", as: Engine.self) === container.resolve("child", as: Engine.self)
        #expect(isSame)
    }

    @Test func defaultAppliesIfTheParentLacksTheKey() throws {
        let container = try wire(
            """
            defaults { scope = "transient", public = false, reload = "rebuild" }
            include "base.lua"
            service "child" { parent = "base" }
            service "asking" (function(c) return c.get "child" ~= c.get "child" end)
            service "answer" { public = true, scope = "shared", factory = function(_, c) return c.get "asking" end }
            """,
            files: ["base.lua": "service \"base\" { abstract = true, type = \"Engine\", args = { brand = \"b\" } }"])
        #expect(try container.resolve("answer", as: Bool.self))
        #expect(throws: ContainerError.self) { try container.resolve("child", as: Engine.self) }
    }

    @Test func severalDefaultsOfAFileAreCombined() throws {
        let container = try wire(
            """
            defaults { tags = "one" }
            when("dev", function() defaults { scope = "transient", tags = "two" } end)
            service "a" { type = "Engine", args = { brand = "a" } }
            """)
        #expect(try container.tagged("one", as: Engine.self).count == 1)
        #expect(try container.tagged("two", as: Engine.self).count == 1)
        let isSame = try container.resolve("a", as: Engine.self) === container.resolve("a", as: Engine.self)
        #expect(!isSame)
    }
}
