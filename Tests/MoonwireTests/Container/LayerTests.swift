import Moonwire
import Testing

/// Where definitions come from: Swift registrations, each script, Swift overrides; a later one wins.
@Suite struct LayerTests {
    private let base = """
        service "engine" { type = "Engine", args = { "base" } }
        service "car" { type = "Car", args = { engine = ref "engine" } }
        """

    @Test func laterScriptsReplaceDefinitionsOfEarlierOnes() throws {
        let container = try wire(
            base,
            files: [
                "one.lua": #"service "engine" { type = "Engine", args = { "one" } }"#,
                "two.lua": #"service "engine" { type = "Engine", args = { "two" } }"#,
            ], over: ["one.lua", "two.lua"])
        #expect(try container.resolve("car", as: Car.self).engine.brand == "two")
        #expect(container.diagnostics.entries.map(\.severity) == [.note, .note])
        #expect(container.location(of: "engine")?.line == 1)
        #expect(container.location(of: "engine")?.file.hasSuffix("two.lua") == true)
    }

    @Test func scriptsReplaceRegistrationsAndOverridesReplaceScripts() throws {
        let container = try wire(base) { services in
            services.register("engine") { _ in Engine(brand: "beneath", cylinders: 1) }
            services.register("clock") { _ in 12 }
            services.override("car") { resolver in
                Car(engine: try resolver.resolve("engine"), wheels: 6, color: .red, trailer: nil)
            }
        }
        let car = try container.resolve("car", as: Car.self)
        #expect(car.engine.brand == "base")
        #expect(car.wheels == 6)
        #expect(try container.resolve("clock", as: Int.self) == 12)
        #expect(container.diagnostics.entries.map(\.severity) == [.note, .note])
    }

    /// What takes the place of a service may be of another type, and must fit wherever the service is used.
    @Test func replacementOfAnotherTypeIsAFaultWhereItDoesNotFit() throws {
        let register = { (services: inout Registrations) in
            services.register("engine", file: "App.swift", line: 7) { _ in Engine(brand: "Swift", cylinders: 3) }
        }
        let use = #"service "car" { type = "Car", args = { engine = ref "engine" } }"#
        let byScript = message {
            _ = try wire(use + "\nservice \"engine\" { type = \"Holder\", args = { 1 } }", register: register)
        }
        #expect(
            byScript
                == "container.lua:1: service \"car\": argument \"engine\" expects Engine, got the service \"engine\", which is Holder"
        )
        let bySwift = message {
            _ = try wire(use) {
                register(&$0)
                $0.override("engine", file: "App.swift", line: 8) { _ in 12 }
            }
        }
        #expect(
            bySwift
                == "container.lua:1: service \"car\": argument \"engine\" expects Engine, got the service \"engine\", which is Int"
        )
        let container = try wire("service \"engine\" { type = \"Holder\", args = { 1 } }", register: register)
        #expect(
            message { _ = try container.resolve("engine", as: Engine.self) }
                == "container.lua:1: service \"engine\" is Holder and cannot be resolved as Engine")
        #expect(
            message { _ = try container.resolve(Engine.self) }
                == "no service provides Engine")
        let other = try wire("", register: register)
        let forATask = message {
            try other.withOverrides {
                $0.override("engine", file: "App.swift", line: 8) { _ in 12 }
            } operation: {
                _ = try other.resolve("engine", as: Engine.self)
            }
        }
        #expect(
            forATask
                == "App.swift:8: service \"engine\" is Int and cannot be resolved as Engine")
    }

    @Test func scriptsReferToServicesRegisteredInSwift() throws {
        let container = try wire(
            """
            service "car" { type = "Car", args = { engine = ref "engine", wheels = ref "wheels" } }
            service "sum" (function(c) return c.get("engine").cylinders + c.get("wheels") end)
            """
        ) { services in
            services.register("engine") { _ in Engine(brand: "Swift", cylinders: 3) }
            services.register("wheels") { _ in 5 }
        }
        let car = try container.resolve("car", as: Car.self)
        #expect(car.wheels == 5)
        #expect(car.engine === (try container.resolve("engine", as: Engine.self)))
        #expect(try container.resolve("sum", as: Int.self) == 8)
    }

    @Test func swiftFactoriesResolveServicesOfScripts() throws {
        let container = try wire(#"service "engine" (function(c) return Engine { brand = c.param "brand" } end)"#) {
            $0.setParameter("brand", to: .text("x"))
            $0.register("brand of engine") { try $0.resolve("engine", as: Engine.self).brand }
            $0.register("late") { try $0.resolve(Engine.self) }
        }
        #expect(try container.resolve("brand of engine", as: String.self) == "x")
    }

    @Test func laterScriptDoesNotSeeLocalsOfAnEarlierOne() {
        #expect(
            message { _ = try wire("local x = 1", files: ["over.lua": "local y = x"], over: ["over.lua"]) }
                == #"over.lua:1: "x" is not defined"#)
    }

    @Test func allScriptsAreReadAlsoAfterOneThatFailed() {
        #expect(
            message {
                _ = try wire("nothing()", files: ["over.lua": "nobody()"], over: ["missing.lua", "over.lua"])
            } == """
                container.lua:1: "nothing" is not defined
                script "missing.lua" does not exist
                    searched in "."
                over.lua:1: "nobody" is not defined
                """)
    }
}
