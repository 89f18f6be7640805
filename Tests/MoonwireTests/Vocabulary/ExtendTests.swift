import Moonwire
import MoonwireCore
import TestSupport
import Testing

/// Changes of a service that an earlier script or line defines: `extend "id" { … }`.
@Suite struct ExtendTests {
    private static let base = """
        service "engine" { type = "Engine", args = { brand = "Jaguar", cylinders = 6 }, tags = "engine" }
        service "book" {
            type = "Logbook", set = { first = "a", second = "b" }, call = { { "note", "one" } }, scope = "transient",
        }
        service "rack" { type = "Rack", args = { engines = tagged "motor" } }
        """

    private func wired(_ over: String, base: String = base) throws -> Container {
        try wire(base, files: ["over.lua": over], over: ["over.lua"])
    }

    @Test func argumentsTakePrecedence() throws {
        let engine = try wired("extend \"engine\" { args = { cylinders = 8 } }").resolve("engine", as: Engine.self)
        #expect(engine.brand == "Jaguar" && engine.cylinders == 8)
        let positional = try wired(
            "extend \"engine\" { args = { \"Rover\" } }",
            base: "service \"engine\" { type = \"Engine\", args = { \"Jaguar\", 6 } }\n")
        let other = try positional.resolve("engine", as: Engine.self)
        #expect(other.brand == "Rover" && other.cylinders == 6)
    }

    @Test func propertiesTakePrecedenceAndCallsAreAdded() throws {
        let container = try wired("extend \"book\" { set = { second = \"c\" }, call = { { \"note\", \"two\" } } }")
        #expect(
            try container.resolve("book", as: Logbook.self).log.elements == ["first=a", "second=c", "one", "two"])
    }

    @Test func tagsAreAdded() throws {
        let container = try wired("extend \"engine\" { tags = { \"motor\", { \"spare\", priority = 2 } } }")
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["Jaguar"])
        #expect(try container.tagged("engine", as: Engine.self).count == 1)
    }

    @Test func otherKeysAreReplaced() throws {
        let container = try wired(
            """
            extend "book" { scope = "shared", public = false, configure = function(book) book.first = "configured" end }
            service "reader" { type = "Logbook", configure = function(_, c) assert(c.get "book" == c.get "book") end }
            """)
        #expect(try container.resolve("reader", as: Logbook.self).log.elements.isEmpty)
        #expect(message { _ = try container.resolve("book", as: Logbook.self) }.contains("is not public"))
        let typed = try wired(
            "extend \"engine\" { type = \"Logbook\" }", base: "service \"engine\" { type = \"Engine\" }\n")
        _ = try typed.resolve("engine", as: Logbook.self)
    }

    @Test func extensionsFollowEachOther() throws {
        let container = try wired(
            """
            extend "engine" { args = { brand = "Rover" } }
            extend (ref.engine) { args = { cylinders = 12 } }
            extend "engine" { args = { cylinders = 4 } }
            """)
        let engine = try container.resolve("engine", as: Engine.self)
        #expect(engine.brand == "Rover" && engine.cylinders == 4)
        #expect(container.diagnostics.entries.map(\.message) == ["no service has the tag \"motor\""])
    }

    @Test func aLaterDefinitionReplacesTheServiceWithItsExtensions() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { brand = "a" } }
            extend "engine" { args = { cylinders = 3 } }
            """, files: ["over.lua": "service \"engine\" { type = \"Engine\", args = { brand = \"b\" } }"],
            over: ["over.lua"])
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 4)
        #expect(container.diagnostics.entries.count == 1)
    }

    @Test func aChildInheritsWhatIsExtended() throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Logbook", call = { { "note", "base" } }, set = { first = "base" } }
            service "book" { parent = "base", call = { { "note", "child" } } }
            extend "base" { call = { { "note", "extended" } }, set = { first = "extended" } }
            extend "book" { call = { { "note", "last" } } }
            """)
        #expect(
            try container.resolve("book", as: Logbook.self).log.elements
                == ["first=extended", "base", "extended", "child", "last"])
    }

    @Test func theOriginalBelowDecoratorsIsExtended() throws {
        let container = try wire(
            """
            service "bicycle" { type = "Relay", args = { inline { type = "Bicycle" }, inline { type = "Bicycle" } } }
            decorate "bicycle" { type = "Insured", args = { inner = inner } }
            extend "bicycle" { args = { [2] = inline { type = "Truck" } } }
            """.replacing("{ [2] = inline { type = \"Truck\" } }", with: "{ inline { type = \"Truck\" } }"),
            types: Delivery.types)
        #expect(try container.resolve("bicycle", as: Insured.self).name == "insured truck, bicycle")
    }

    @Test func whatSwiftRegistersIsExtended() throws {
        let container = try wire(
            "extend \"engine\" { tags = \"motor\", public = false }\nservice \"rack\" { type = \"Rack\", args = { engines = tagged \"motor\" } }"
        ) {
            $0.register("engine") { _ in Engine(brand: "Swift", cylinders: 4) }
        }
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["Swift"])
        #expect(message { _ = try container.resolve("engine", as: Engine.self) }.contains("is not public"))
    }

    @Test func anOverrideReplacesTheWholeAndKeepsItsTags() throws {
        let container = try wire(Self.base + "\nextend \"engine\" { tags = \"motor\" }") {
            $0.override("engine", as: Engine.self) { _ in Engine(brand: "spare", cylinders: 4) }
        }
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["spare"])
        try container.withOverrides {
            $0.override("engine", as: Engine.self) { _ in Engine(brand: "other", cylinders: 4) }
        } operation: { () throws in
            #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["other"])
        }
    }

    /// An override has the types of what it replaces.
    @Test func anOverrideOfWhatSwiftRegistersKeepsItsTypes() throws {
        let container = try wire(
            """
            extend "bicycle" { tags = "courier" }
            service "outbox" { type = "Outbox", args = auto }
            """, types: Delivery.types
        ) {
            $0.register("bicycle", as: Bicycle.self) { _ in Bicycle() }
        }
        try container.withOverrides {
            $0.override("bicycle", as: Bicycle.self) { _ in Bicycle() }
        } operation: { () throws in
            #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "bicycle")
        }
    }

    @Test func autoAndDroppedReferencesAreExtended() throws {
        let container = try wire(
            """
            service "bicycle" { type = "Bicycle" }
            service "outbox" { type = "Outbox", args = { port = 1 } }
            extend "outbox" { args = auto }
            service "hub" { type = "Hub" }
            extend "hub" { call = { { "use", optional("nobody", { drop = true }) }, { "use", typed "Bicycle" } } }
            """, types: Delivery.types)
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier.name == "bicycle" && outbox.port == 1)
        #expect(try container.resolve("hub", as: Hub.self).used == ["bicycle"])
    }

    @Test func reloadOfAnExtensionRebuilds() throws {
        func text(_ count: Int) -> String {
            "service \"engine\" { type = \"Engine\", args = { brand = \"a\" } }\nextend \"engine\" { args = { cylinders = \(count) } }"
        }
        let living = try Living(text(3), types: [Engine.self])
        let first = try living.container.resolve("engine", as: Engine.self)
        try living.reload(text(3) + "\n-- a comment")
        #expect(try living.container.resolve("engine", as: Engine.self) === first)
        try living.reload(text(5))
        #expect(try living.container.resolve("engine", as: Engine.self).cylinders == 5)
    }

    @Test func faultsAreOnTheLinesOfTheTableThatStatesThem() {
        let text = message {
            _ = try wire(
                """
                service "engine" {
                    type = "Engine",
                    args = { brand = 1, cylinders = 6 },
                }
                extend "engine" {
                    args = {
                        cylinders = "many",
                    },
                    call = { { "start" } },
                }
                extend "engine" {
                    args = { color = "red" },
                    set = { speed = 1 },
                }
                """)
        }
        let lines = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("container.lua:") ? line.split(separator: ":")[1] : nil
        }
        #expect(Set(lines) == ["3", "7", "9", "12", "13"], "\(text)")
    }

    @Test func inspectionShowsWhereEachValueIsWritten() throws {
        let scratch = Scratch()
        try scratch.write(Self.base, "container.lua")
        try scratch.write("extend \"engine\" { args = { cylinders = 8 } }", "over.lua")
        let reading = try ScriptWiring(scripts: ["container.lua", "over.lua"].map(scratch.path)).read("dev")
        let graph = try #require(reading.graph)
        let engine = try #require(Inspection(graph).services.first { $0.id == "engine" })
        #expect(engine.origin.layer?.hasSuffix("container.lua") == true)
        #expect(engine.origin.replaces.isEmpty)
        #expect(engine.values.map { $0.location?.file.hasSuffix("over.lua") } == [false, true])
    }
}
