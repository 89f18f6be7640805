import Moonwire
import Testing

/// `preference "Group.name"` as a value, and `c.preference` in functions.
@Suite struct PreferenceReferenceTests {
    private let store = MemoryStore()

    private static let settings = """
        preferences "Settings" {
            brand = { default = "INGENIUM" },
            cylinders = { default = 6, max = 12 },
            brands = { default = { "a", "b" } },
        }

        """

    private func container(_ text: String) throws -> Container {
        try wire(Self.settings + text) { $0.registerStore(store, named: "default") }
    }

    @Test func argumentIsThePreferenceWhenTheServiceIsBuilt() throws {
        let container = try container(
            """
            service "engine" {
                type = "Engine", scope = "transient",
                args = { brand = preference "Settings.brand", cylinders = preference "Settings.cylinders" },
            }
            """)
        var engine = try container.resolve("engine", as: Engine.self)
        #expect(engine.brand == "INGENIUM" && engine.cylinders == 6)
        try container.preferences.set("Settings.cylinders", to: 8)
        #expect(engine.cylinders == 6)
        engine = try container.resolve("engine", as: Engine.self)
        #expect(engine.cylinders == 8)
    }

    @Test func sharedServiceKeepsTheValueWithWhichItWasBuilt() throws {
        let container = try container(
            #"service "engine" { type = "Engine", args = { brand = preference "Settings.brand" } }"#)
        let engine = try container.resolve("engine", as: Engine.self)
        try container.preferences.set("Settings.brand", to: "V8")
        #expect(try container.resolve("engine", as: Engine.self) === engine)
        #expect(engine.brand == "INGENIUM")
    }

    @Test func preferenceIsPartOfAListAMapAndAParameter() throws {
        let container = try container(
            """
            parameters { brand = preference "Settings.brand", all = { preference "Settings.cylinders", 2 } }
            service "list" (function(c) return c.param("all")[1] + c.param("all")[2] end)
            service "engine" { type = "Engine", args = { brand = param "brand" } }
            service "inline" { type = "Car", args = {
                engine = inline { type = "Engine", args = { brand = preference "Settings.brand" } },
            } }
            """)
        store.write("V8", for: "Settings.brand")
        #expect(try container.resolve("list", as: Int.self) == 8)
        #expect(try container.resolve("engine", as: Engine.self).brand == "V8")
        #expect(try container.resolve("inline", as: Car.self).engine.brand == "V8")
        #expect(try container.parameter("all", as: [Int].self) == [6, 2])
    }

    @Test func functionReadsAPreference() throws {
        let container = try container(
            """
            service "engine" (function(c)
                return Engine { brand = c.preference "Settings.brand", cylinders = c:preference("Settings.cylinders") }
            end)
            service "typo" (function(c) return c.preference "Settings.brnd" end)
            """)
        store.write("V8", for: "Settings.brand")
        #expect(try container.resolve("engine", as: Engine.self).brand == "V8")
        #expect(
            message { _ = try container.resolve("typo", as: String.self) } == """
                container.lua:9: preference "Settings.brnd" is not defined
                    did you mean "Settings.brand" or "Settings.brands"?
                    in service "typo"
                """)
    }

    @Test func theWordIsNotForFunctions() throws {
        let container = try container(#"service "brand" (function(c) return preference "Settings.brand" end)"#)
        #expect(
            message { _ = try container.resolve("brand", as: String.self) } == """
                container.lua:6: preference describes the wiring and cannot be used after the scripts have been read
                    in service "brand"
                    functions get preferences with `c.preference("Group.name")`
                """)
    }

    @Test func invalidStoredValueFailsTheBuild() throws {
        let container = try container(
            #"service "engine" { type = "Engine", args = { brand = "x", cylinders = preference "Settings.cylinders" } }"#
        )
        store.write(13, for: "Settings.cylinders")
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self) }.contains(
                "store \"default\" contains the integer 13 for key \"Settings.cylinders\""))
        store.remove("Settings.cylinders")
        #expect(try container.resolve("engine", as: Engine.self).cylinders == 6)
    }

    @Test func swiftFactoryReadsAPreference() throws {
        let container = try wire(Self.settings) { services in
            services.registerStore(store, named: "default")
            services.register("engine") { resolver in
                Engine(brand: try resolver.preference("Settings.brand"), cylinders: 4)
            }
            services.register("typo") { resolver in
                Engine(brand: try resolver.preference("Settings.brnd"), cylinders: 4)
            }
        }
        store.write("V8", for: "Settings.brand")
        #expect(try container.resolve("engine", as: Engine.self).brand == "V8")
        #expect(
            message { _ = try container.resolve("typo", as: Engine.self) }.contains(
                "preference \"Settings.brnd\" is not defined"))
    }

    @Test func reloadThatChangesADefaultReplacesTheServiceThatReadIt() throws {
        func text(_ brand: String, _ other: Int) -> String {
            """
            preferences "Settings" { brand = { default = "\(brand)" }, other = { default = \(other) } }
            service "engine" { type = "Engine", args = { brand = preference "Settings.brand" } }
            service "made" (function(c) return Engine { brand = c.preference "Settings.brand" } end)
            """
        }
        let living = try Living(text("one", 1), types: Garage.types) { $0.registerStore(store, named: "default") }
        func engines() throws -> [Engine] { try ["engine", "made"].map { try living.container.resolve($0) } }
        let before = try engines()[0]
        try living.reload(text("one", 2))
        #expect(try engines()[0] === before)
        try living.reload(text("two", 2))
        #expect(try engines().map(\.brand) == ["two", "two"])
    }

    @Test func preferenceIsShownAsItIsWritten() throws {
        let container = try container(
            #"service "engine" { type = "Engine", args = { brand = preference "Settings.brand" } }"#)
        let service = try #require(container.inspection.services.first { $0.id == "engine" })
        #expect(service.values.map(\.written) == ["preference \"Settings.brand\""])
    }
}
