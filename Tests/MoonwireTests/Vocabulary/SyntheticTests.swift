import Moonwire
import Testing

/// Services whose instances the application supplies: they must not have, or inherit, keys that determine how they are built.
@Suite struct SyntheticTests {
    private static let building = [
        ("args", #"{ "A" }"#), ("set", #"{ brand = "A" }"#), ("call", #"{ { "describe", "a" } }"#),
        ("configure", "function() end"), ("uses", #"{ "other" }"#),
    ]
    private static let other = #"service "other" { type = "Workshop" }"#

    @Test(arguments: building + [("factory", "function() end")])
    func syntheticServiceCannotHaveKeysThatBuild(_ key: String, _ value: String) {
        #expect(
            message { _ = try wire("service \"a\" {\n synthetic = true,\n \(key) = \(value),\n}\n\(Self.other)") }
                == "container.lua:3: service \"a\": \"synthetic\" and \"\(key)\" cannot be combined")
    }

    @Test(arguments: building) func syntheticServiceCannotInheritKeysThatBuild(_ key: String, _ value: String) {
        let script = """
            service "base" { abstract = true, \(key) = \(value) }
            service "a" { parent = "base",
                synthetic = true, type = "Engine" }
            service "child of a" { parent = "a" }
            \(Self.other)
            """
        #expect(
            message { _ = try wire(script) } == """
                container.lua:3: service "a": "\(key)", inherited from "base", cannot be combined with "synthetic"
                    the application supplies the only instance of a synthetic service, and the instance is shared
                """)
    }

    @Test(arguments: building) func childOfASyntheticServiceCannotHaveKeysThatBuild(_ key: String, _ value: String) {
        let script = """
            service "base" { abstract = true, synthetic = true, type = "Engine" }
            service "a" {
                parent = "base",
                \(key) = \(value),
            }
            \(Self.other)
            """
        #expect(
            message { _ = try wire(script) } == """
                container.lua:4: service "a": "\(key)" cannot be combined with "synthetic", inherited from "base"
                    the application supplies the only instance of a synthetic service, and the instance is shared
                """)
    }

    @Test func syntheticServiceCannotInheritAnotherScope() {
        #expect(
            message {
                _ = try wire(
                    """
                    service "base" { abstract = true, scope = "transient" }
                    service "a" { parent = "base", synthetic = true }
                    service "supplied" { abstract = true, synthetic = true }
                    service "b" { parent = "supplied", scope = "graph" }
                    """)
            } == """
                container.lua:2: service "a": scope "transient", inherited from "base", cannot be combined with "synthetic"
                    the application supplies the only instance of a synthetic service, and the instance is shared
                container.lua:4: service "b": scope "graph" cannot be combined with "synthetic", inherited from "supplied"
                    the application supplies the only instance of a synthetic service, and the instance is shared
                """)
    }

    @Test func childOfASyntheticServiceCanHaveAConstruction() throws {
        let container = try wire(
            """
            service "base" { abstract = true, synthetic = true }
            service "a" { parent = "base", type = "Engine", args = { "A" }, scope = "transient" }
            service "b" { parent = "base", type = "Engine", scope = "shared", args = { "B" } }
            service "shared" { abstract = true, scope = "shared" }
            service "c" { parent = "shared", synthetic = true }
            """)
        #expect(try container.resolve("a", as: Engine.self).brand == "A")
        #expect(try container.resolve("a", as: Engine.self) !== container.resolve("a", as: Engine.self))
        #expect(try container.resolve("b", as: Engine.self) === container.resolve("b", as: Engine.self))
    }

    /// A scope that a file says for all of its services.
    @Test(arguments: ["transient", "graph", "weak"]) func defaultScopeDoesNotAffectSyntheticServices(scope: String)
        throws
    {
        let container = try wire(
            """
            defaults { scope = "\(scope)" }
            service "a" { synthetic = true, type = "Engine" }
            service "base" { abstract = true, synthetic = true }
            service "b" { parent = "base" }
            service "c" { parent = "b" }
            service "made" { parent = "base", type = "Engine", args = { "made" } }
            """)
        for id in ["a", "b", "c"] {
            let engine = Engine(brand: id, cylinders: 2)
            try container.supply(engine, for: id)
            #expect(try container.resolve(id, as: Engine.self) === engine)
        }
        let (one, two) = (
            try container.resolve("made", as: Engine.self), try container.resolve("made", as: Engine.self)
        )
        #expect((one === two) == (scope == "weak"))
    }
}
