import Moonwire
import TestSupport
import Testing

@Suite struct ParentTests {
    @Test func childInheritsMissingKeys() throws {
        let container = try wire(
            """
            service "base" {
                abstract = true, type = "Logbook", scope = "transient",
                set = { first = "from base", second = "b" },
                call = { { "note", "base", 1 } },
                configure = function(book) book:note "configured" end,
            }
            service "book" { parent = "base", set = { second = "own" }, call = { { "note", "own", 2 } } }
            """)
        let book = try container.resolve("book", as: Logbook.self)
        #expect(book.log.elements == ["first=from base", "second=own", "base", "own", "own", "configured"])
        let isSame = try container.resolve("book", as: Logbook.self) === book
        #expect(!isSame)
    }

    @Test func argumentsAreJoinedByLabelAndByPosition() throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Engine", args = { brand = "b", cylinders = 2 } }
            service "child" { parent = "base", args = { brand = "c" } }
            service "grandchild" { parent = "child", args = { cylinders = 9 } }
            service "list" { type = "Engine", args = { "l", 3 } }
            service "other" { parent = "list", args = { "o" } }
            """)
        func engine(_ id: String) throws -> String {
            let engine = try container.resolve(id, as: Engine.self)
            return "\(engine.brand)\(engine.cylinders)"
        }
        #expect(try engine("child") == "c2")
        #expect(try engine("grandchild") == "c9")
        #expect(try engine("list") == "l3")
        #expect(try engine("other") == "o3")
    }

    @Test func aParentMayComeLaterAndFromAnotherScript() throws {
        let container = try wire(
            "service \"child\" { parent = \"base\", args = { cylinders = 1 } }\n"
                + "service \"base\" { type = \"Engine\", args = { brand = \"b\" } }",
            files: ["over.lua": "service \"base\" { type = \"Engine\", args = { brand = \"over\" } }"],
            over: ["over.lua"])
        #expect(try container.resolve("child", as: Engine.self).brand == "over")
    }

    @Test func childCanReplaceTheConstruction() throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Car", args = { brand = "b" } }
            service "child" { parent = "base", type = "Engine" }
            service "made" { parent = ref "base", factory = "Engine.standard" }
            """)
        #expect(try container.resolve("child", as: Engine.self).cylinders == 4)
        #expect(try container.resolve("made", as: Engine.self).cylinders == 8)
    }

    @Test func faultOfAnInheritedValueNamesItsLocation() {
        #expect(
            message {
                _ = try wire(
                    """
                    service "base" {
                        abstract = true,
                        args = { brand = "b",
                                 cylinders = "many" },
                        call = { { "paint" } },
                    }
                    service "child" {
                        parent = "base", type = "Engine",
                        call = { { "describe", "x" },
                                 { "describ", "x" } },
                    }
                    """)
            } == """
                container.lua:4: service "child": argument "cylinders" expects an integer, got the string "many"
                container.lua:5: service "child": Engine has no method "paint"
                container.lua:10: service "child": Engine has no method "describ"
                    did you mean "describe"?
                """)
    }

    @Test func tagsAndDeprecationAreNotInherited() throws {
        let container = try wire(
            """
            service "base" { type = "Engine", args = { brand = "b" }, tags = "engine", deprecated = "use child" }
            service "child" { parent = "base" }
            """)
        #expect(try container.tagged("engine", as: Engine.self).count == 1)
        _ = try container.resolve("child", as: Engine.self)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "service \"child\": \"parent\" refers to \"base\", which is deprecated: use child"
            ])
    }

    @Test func abstractServiceCannotBeResolved() throws {
        let container = try wire("service \"base\" { abstract = true, type = \"Engine\" }")
        #expect(!container.contains("base"))
        #expect(
            message { _ = try container.resolve("base", as: Engine.self) } == """
                container.lua:1: service "base" is abstract
                    other services can inherit from it: `parent = "base"`
                """)
    }

    @Test func anEditOfAParentRebuildsItsChildrenOnly() throws {
        let living = try Living(
            """
            service "base" { abstract = true, type = "Station", args = { name = "base" } }
            service "child" { parent = "base" }
            service "other" { type = "Station", args = { name = "other" } }
            """)
        let other = try living.station("other")
        #expect(try living.station("child").name == "base")
        try living.reload(
            """
            service "base" { abstract = true, type = "Station", args = { name = "edited" } }
            service "child" { parent = "base" }
            service "other" { type = "Station", args = { name = "other" } }
            """)
        #expect(try living.station("child").name == "edited")
        let isSame = try living.station("other") === other
        #expect(isSame)
    }
}
