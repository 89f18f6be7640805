import Moonwire
import Testing

@Suite struct VisibilityTests {
    @Test func aServiceThatIsNotPublicIsForOtherServicesOnly() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { brand = "x" }, public = false }
            service "car" { type = "Car", args = { engine = ref "engine" } }
            service "brand" (function(c) return c.get("engine").brand end)
            """)
        let refusal = """
            container.lua:1: service "engine" is not public: only other services can refer to it
            """
        #expect(message { _ = try container.resolve("engine", as: Engine.self) } == refusal)
        #expect(try container.resolve("car", as: Car.self).engine.brand == "x")
        #expect(try container.resolve("brand", as: String.self) == "x")
        // An instance that is there is no way around it.
        #expect(message { _ = try container.resolve("engine", as: Engine.self) } == refusal)
        #expect(message { _ = try container.resolve(Engine.self) } == refusal)
        #expect(message { _ = try container.resolve(ServiceKey<Engine>("engine")) } == refusal)
    }

    @Test func useOfADeprecatedServiceIsAWarning() throws {
        let container = try wire(
            """
            service "engine" { type = "Engine", args = { brand = "x" }, deprecated = "use \\"motor\\" instead" }
            service "car" {
                type = "Car",
                args = { engine = ref "engine" },
            }
            alias "old" "engine"
            """)
        #expect(
            container.diagnostics.entries.map { "\($0)".replacing(/^.*\/moonwire-[^\/]*\//, with: "") }
                == [
                    "container.lua:4: warning: service \"car\": argument \"engine\" refers to \"engine\", which is deprecated: "
                        + "use \"motor\" instead",
                    "container.lua:6: warning: alias \"old\" refers to \"engine\", which is deprecated: use \"motor\" instead",
                ])
    }

    @Test func resolveOfADeprecatedServiceIsReportedOnce() throws {
        let container = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, deprecated = true }")
        #expect(container.diagnostics.entries.isEmpty)
        for _ in 0..<3 { _ = try container.resolve("engine", as: Engine.self) }
        _ = try container.resolve(Engine.self)
        #expect(
            container.diagnostics.entries.map(\.message) == ["service \"engine\" was requested, but it is deprecated"])
    }

    @Test func deprecatedFalseIsNotReported() throws {
        let container = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, deprecated = false }")
        _ = try container.resolve("engine", as: Engine.self)
        #expect(container.diagnostics.entries.isEmpty)
    }
}
