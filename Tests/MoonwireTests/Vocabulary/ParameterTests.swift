import Moonwire
import Testing

@Suite struct ParameterTests {
    @Test func mapsAreReachableWholeAndByDottedName() throws {
        let container = try wire(
            """
            parameters {
                smtp = { host = "localhost", ports = { 25, 465 }, auth = { user = "me" } },
                ["smtp.auth.password"] = "%smtp.auth.user%!",
            }
            """)
        #expect(try container.parameter("smtp.auth.user", as: String.self) == "me")
        #expect(try container.parameter("smtp.auth.password", as: String.self) == "me!")
        #expect(try container.parameter("smtp.ports", as: [Int].self) == [25, 465])
        #expect(try container.parameter("smtp.auth", as: [String: String].self) == ["user": "me", "password": "me!"])
        #expect(throws: ContainerError.self) { try container.parameter("smtp.hots", as: String.self) }
    }

    @Test func mapsMergeDeeplyAndListsReplace() throws {
        let container = try wire(
            """
            parameters { a = { b = { c = 1, d = 2 }, list = { 1, 2, 3 } } }
            parameters { a = { b = { d = 3 } } }
            """,
            files: ["over.lua": #"parameters { a = { b = { e = "%a.b.c%" }, list = { 4 } }, f = "f" }"#],
            over: ["over.lua"])
        #expect(try container.parameter("a.b", as: [String: Int].self) == ["c": 1, "d": 3, "e": 1])
        #expect(try container.parameter("a.list", as: [Int].self) == [4])
        #expect(try container.parameter("f", as: String.self) == "f")
    }

    @Test func laterScriptThatExchangesAValueAndATableIsAWarning() throws {
        let container = try wire(
            #"parameters { c = "z", d = { e = 1 }, same = 1 }"#,
            files: ["over.lua": "parameters { c = { d = 1 }, d = 2, same = 2 }"], over: ["over.lua"])
        let said = container.diagnostics.entries.map { "\($0.severity): \($0.message)" }
        #expect(said.count == 2)
        #expect(said.first?.hasPrefix("warning: parameter \"c\" is a table here; this replaces the value at ") == true)
        #expect(said.last?.hasPrefix("warning: parameter \"d\" is a value here; this replaces the table at ") == true)
    }

    @Test func parameterSetInSwiftAppliesToLaterBuilds() throws {
        let container = try wire(
            """
            parameters { brand = "Jaguar", title = "the %brand%" }
            service "kept" { type = "Holder", args = { value = param "title" } }
            service "fresh" { type = "Holder", args = { value = param "title" }, scope = "transient" }
            """)
        let held = { (id: String) in try container.resolve(id, as: Holder.self).value }
        #expect(try held("kept") == .text("the Jaguar"))
        try container.setParameter("brand", to: .text("Rover"))
        #expect(try held("kept") == .text("the Jaguar"))
        #expect(try held("fresh") == .text("the Rover"))
    }

    @Test func parameterThatChoseATypeCannotBeSet() throws {
        let container = try wire(
            """
            parameters { class = "Engine", maker = { static = "standard" } }
            service "type" { type = "%class%", args = { "x" } }
            service "static" { factory = "Engine.%maker.static%", args = { "x" } }
            """)
        for (name, value) in [("class", PlainValue.text("Car")), ("maker.static", .text("none")), ("maker", .map([:]))]
        {
            #expect(
                message { try container.setParameter(name, to: value) } == """
                    parameter "\(name)" determines a type, a factory, an id, or a tag, and is fixed until the next reload
                        change it in the script and reload
                    """)
        }
        #expect(try container.parameter("class", as: String.self) == "Engine")
    }

    @Test func parametersRegisteredInSwiftAreDefaultsOfTheScripts() throws {
        let container = try wire("parameters { a = { x = 1 } }") { services in
            services.setParameter("a", to: .map(["x": .integer(0), "y": .integer(2)]))
        }
        #expect(try container.parameter("a", as: [String: Int].self) == ["x": 1, "y": 2])
    }

    @Test func nowReadsTheParametersDefinedSoFar() throws {
        let container = try wire(
            """
            parameters { base = 2, text = "base %base%", map = { list = { 1, "%base%" } } }
            local doubled = now(param "base") * 2
            parameters { base = 3, doubled = doubled, text2 = now(param "text") }
            parameters { again = now(param "base"), second = now(param "map").list[2] }
            """
        ) { $0.setParameter("base", to: .integer(1)) }
        #expect(try container.parameter("doubled", as: Int.self) == 4)
        #expect(try container.parameter("again", as: Int.self) == 3)
        #expect(try container.parameter("second", as: Int.self) == 3)
        #expect(try container.parameter("text2", as: String.self) == "base 2")
    }

    @Test func stringReadWithNowIsNotParsedAgain() throws {
        let container = try wire(
            """
            local text = now(param "text")
            parameters { copy = text, list = { text } }
            """
        ) { $0.setParameter("text", to: .text("@nobody %nothing%")) }
        #expect(try container.parameter("copy", as: String.self) == "@nobody %nothing%")
        #expect(try container.parameter("list", as: [String].self) == ["@nobody %nothing%"])
    }

    @Test func emptyTablesAndNestedListsArePreserved() throws {
        let container = try wire("parameters { none = {}, deep = { { 1 }, { a = {} } } }")
        #expect(try container.parameter("none", as: [Int].self) == [])
        #expect(
            try container.parameter("deep", as: PlainValue.self)
                == .list([.list([.integer(1)]), .map(["a": .list([])])]))
    }
}
