import Moonwire
import TestSupport
import Testing

/// `typed` with `exclude`, `tagged` with `attributes`, and aliases that are deprecated.
@Suite struct SelectionOptionTests {
    private static let engines = """
        service "jaguar" { type = "Engine", args = { "Jaguar" }, tags = { { "part", shelf = 3 }, { "part", priority = 1, shelf = 1 } } }
        service "rover" { type = "Engine", args = { "Rover" }, tags = "part" }
        alias "other" "rover"

        """

    private func wired(_ text: String) throws -> Container { try wire(Self.engines + text) }

    @Test func excludedServicesAreNotOfTheType() throws {
        let container = try wired(
            """
            service "car" { type = "Car", args = { typed("Engine", { exclude = { "jaguar" } }) } }
            service "van" { type = "Car", args = { typed("Engine", { exclude = { ref.other, optional "nobody" } }) } }
            service "rack" { type = "Rack", args = { typed("Engine", { all = true, exclude = { "rover" } }) } }
            """)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "Rover")
        #expect(try container.resolve("van", as: Car.self).engine.brand == "Jaguar")
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["Jaguar"])
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func mistakesInExcludeAreReported() throws {
        func said(_ list: String) -> String {
            message {
                _ = try wired("service \"car\" { type = \"Car\", args = { typed(\"Engine\", { exclude = \(list) }) } }")
            }
        }
        let unknown = said("{ \"rovre\" }")
        #expect(
            unknown.contains(
                "container.lua:4: typed \"Engine\": \"exclude\": service \"rovre\" is not defined\n    did you mean \"rover\"?"
            ), "\(unknown)")
        #expect(said("7") == "container.lua:4: typed \"Engine\": \"exclude\" expects a list of ids, got the integer 7")
        let container = try wired(
            """
            service "book" { type = "Logbook" }
            service "rack" { type = "Rack", args = { typed("Engine", { all = true, exclude = { "book" } }) } }
            """)
        #expect(
            container.diagnostics.entries.map(\.message)
                == ["typed \"Engine\": \"exclude\" names service \"book\", which does not have the type"])
    }

    @Test func aCollectorReceivesTheAttributesOfEachTag() throws {
        let container = try wired(
            """
            service "shelves" {
                factory = function(args)
                    local found = {}
                    for _, one in ipairs(args.parts) do
                        found[#found + 1] = one.service.brand .. tostring(one.attributes.shelf)
                    end
                    return Engine { brand = table.concat(found, " ") }
                end,
                args = { parts = tagged("part", { attributes = true }) },
            }
            service "named" {
                factory = function(args) return Engine { brand = args.parts["1"].service.brand .. args.parts["1"].attributes.shelf } end,
                args = { parts = tagged("part", { attributes = true, by = "shelf", exclude = { "rover" } }) },
            }
            """)
        #expect(try container.resolve("shelves", as: Engine.self).brand == "Jaguar1 Jaguar3 Rovernil")
        #expect(try container.resolve("named", as: Engine.self).brand == "Jaguar1")
    }

    @Test func aReferenceByADeprecatedAliasIsAWarning() throws {
        let container = try wired(
            """
            alias "old" ("rover", { deprecated = "use \\"rover\\"" })
            alias "older" (ref.old, { deprecated = true })
            service "car" { type = "Car", args = { ref "old" } }
            service "van" { type = "Car", args = { ref "rover" } }
            """)
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/\/\S*\//, with: "") } == [
                "container.lua:6: warning: service \"car\": argument 1 refers to \"old\", which is deprecated: use \"rover\""
            ])
    }

    @Test("49: a deprecated alias is reported wherever it is named") func otherNamesOfADeprecatedAliasAreWarnings()
        throws
    {
        let container = try wired(
            """
            alias "old" ("rover", { deprecated = "use rover" })
            service "base" { abstract = true, type = "Engine", args = { brand = "b" }, deprecated = true }
            service "child" { parent = "base" }
            service "late" { parent = "child", eager = true, after = { "old" } }
            decorate "old" { type = "Tuned", args = { inner = inner, mark = "t" } }
            service "parts" { type = "Rack", args = { engines = tagged("part", { exclude = { ref "old" } }) } }
            extend "rover" { eager = true }
            """)
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/\/\S*\//, with: "") } == [
                "container.lua:6: warning: service \"child\": \"parent\" refers to \"base\", which is deprecated",
                "container.lua:7: warning: service \"late\": \"after\" refers to \"old\", which is deprecated: use rover",
                "container.lua:8: warning: decorator of \"old\" refers to \"old\", which is deprecated: use rover",
                "container.lua:9: warning: service \"parts\": \"exclude\" refers to \"old\", which is deprecated: use rover",
            ])
    }

    @Test func onlyServicesCanReferToAPrivateAlias() throws {
        let container = try wired(
            """
            alias "inside" ("rover", { public = false })
            service "car" { type = "Car", args = { ref "inside" } }
            """)
        _ = try container.resolve("car", as: Car.self)
        _ = try container.resolve("rover", as: Engine.self)
        #expect(
            message { _ = try container.resolve("inside", as: Engine.self) }
                == "container.lua:4: service \"inside\" is not public: only other services can refer to it")
        #expect(!container.ids.contains("inside"))
    }

    @Test(arguments: [
        (
            "alias \"old\" (\"rover\", { kye = 1 })",
            "container.lua:4: alias \"old\": there is no key \"kye\"\n    the keys are public, deprecated"
        ),
        (
            "alias \"old\" (\"rover\", { deprecated = 1 })",
            "container.lua:4: alias \"old\": \"deprecated\" expects true or a reason, got the integer 1"
        ),
        (
            "alias \"old\" (\"rover\", true)",
            "container.lua:4: alias \"old\": what follows the target expects a table, got the Boolean true"
        ),
    ]) func mistakesInOptionsOfAnAliasAreFaults(_ text: String, _ expected: String) {
        let said = message { _ = try wired(text) }
        #expect(said == expected)
    }
}
