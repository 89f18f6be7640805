import Moonwire
import Testing

@Suite struct DecorateTests {
    private let engine = "service \"engine\" { type = \"Engine\", args = { brand = \"x\" } }\n"

    private func brand(_ text: String, _ id: String = "engine") throws -> String {
        try wire(engine + text).resolve(id, as: Engine.self).brand
    }

    @Test func decoratorTakesTheIDOfTheWrappedService() throws {
        let container = try wire(
            engine + """
                decorate "engine" { type = "Tuned", args = { inner = inner, mark = "+" } }
                """)
        #expect(try container.resolve("engine", as: Tuned.self).inner.brand == "x")
        #expect(
            message { _ = try container.resolve("engine.inner", as: Engine.self) } == """
                container.lua:1: service "engine.inner" is not public: only other services can refer to it
                """)
    }

    @Test func decoratorCanBeAFunction() throws {
        #expect(
            try brand(
                "decorate \"engine\" (function(inner, c) return Engine { brand = inner.brand .. \"!\" } end)") == "x!")
        #expect(
            try brand(
                """
                decorate "engine" {
                    args = { inner, "?" },
                    factory = function(args) return Engine { brand = args[1].brand .. args[2] } end,
                }
                """) == "x?")
    }

    private func marks(_ decorators: String) throws -> String {
        try brand(decorators)
    }

    private func mark(_ mark: String, _ more: String = "") -> String {
        """
        decorate "engine" {
            args = { inner, "\(mark)" }, \(more)
            factory = function(args) return Engine { brand = args[1].brand .. args[2] } end,
        }

        """
    }

    @Test func equalPrioritiesWrapInWrittenOrderOutwards() throws {
        #expect(try marks(mark("1") + mark("2") + mark("3")) == "x123")
    }

    @Test func theHigherThePriorityTheNearerToTheOriginal() throws {
        #expect(try marks(mark("1", "priority = -1,") + mark("2") + mark("3", "priority = 5,")) == "x321")
    }

    @Test func aDecoratorMayHaveItsOwnId() throws {
        let text = mark("1", "id = \"first\",") + mark("2")
        #expect(try brand(text, "first") == "x1")
        #expect(try brand(text) == "x12")
        #expect(try brand(mark("1", "id = \"only\","), "only") == "x1")
    }

    @Test func decoratorOfAnAliasWrapsItsTarget() throws {
        #expect(
            try brand(
                "alias \"motor\" \"engine\"\n" + mark("1").replacing("\"engine\"", with: "\"motor\"")) == "x1")
    }

    @Test func optionalDecoratorOfAMissingServiceIsIgnored() throws {
        let container = try wire(
            """
            decorate "ghost" (function(inner) return inner end)
            """.replacing(
                "(function(inner) return inner end)",
                with: "{ if_present = true, args = { inner }, factory = function(a) return a[1] end }"))
        #expect(!container.contains("ghost"))
    }

    @Test func decoratorInheritsTheScopeOfTheWrappedService() throws {
        let container = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, scope = \"transient\" }\n" + mark("1"))
        let isSame =
            try container.resolve("engine", as: Engine.self) === container.resolve("engine", as: Engine.self)
        #expect(!isSame)
        let shared = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, scope = \"transient\" }\n"
                + mark("1", "scope = \"shared\","))
        let isShared = try shared.resolve("engine", as: Engine.self) === shared.resolve("engine", as: Engine.self)
        #expect(isShared)
    }

    @Test func tagsOfAServiceBelongToItsOutermostDecorator() throws {
        let container = try wire(
            "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, tags = \"engine\" }\n"
                + mark("1", "tags = \"tuned\",") + mark("2"))
        #expect(try container.tagged("engine", as: Engine.self).map(\.brand) == ["x12"])
        #expect(try container.tagged("tuned", as: Engine.self).map(\.brand) == ["x12"])
    }

    @Test func decoratorInheritsVisibilityAndDeprecation() throws {
        let hidden = "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, public = false }\n"
        #expect(throws: ContainerError.self) { try wire(hidden + mark("1")).resolve("engine", as: Engine.self) }
        #expect(try wire(hidden + mark("1", "public = true,")).resolve("engine", as: Engine.self).brand == "x1")
        let old = "service \"engine\" { type = \"Engine\", args = { brand = \"x\" }, deprecated = true }\n"
        let container = try wire(old + mark("1"))
        #expect(container.diagnostics.entries.isEmpty)
        _ = try container.resolve("engine", as: Engine.self)
        #expect(container.diagnostics.entries.count == 1)
    }

    @Test func onlyTheOutermostProvidesTheType() throws {
        let container = try wire(
            engine + "decorate \"engine\" { type = \"Engine\", args = { brand = \"new\" } }")
        #expect(try container.resolve(Engine.self).brand == "new")
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "decorator of \"engine\": `inner` is not passed to anything, so the service that it wraps is never used"
            ])
    }

    @Test func laterScriptsDecorateAndReplaceTheOriginal() throws {
        let container = try wire(
            engine + mark("1"),
            files: ["over.lua": "service \"engine\" { type = \"Engine\", args = { brand = \"y\" } }\n" + mark("2")],
            over: ["over.lua"])
        #expect(try container.resolve("engine", as: Engine.self).brand == "y12")
    }

    @Test func overridesReplaceTheWholeStack() throws {
        let container = try wire(engine + mark("1")) { services in
            services.override("engine") { _ in Engine(brand: "fake", cylinders: 1) }
        }
        #expect(try container.resolve("engine", as: Engine.self).brand == "fake")
        let other = try wire(engine + mark("1"))
        try other.withOverrides {
            $0.override("engine") { _ in Engine(brand: "test", cylinders: 1) }
        } operation: {
            try #expect(other.resolve("engine", as: Engine.self).brand == "test")
        }
    }

    @Test func servicesOfSwiftAreDecorated() throws {
        let container = try wire(mark("1")) { services in
            services.register("engine") { _ in Engine(brand: "swift", cylinders: 1) }
        }
        #expect(try container.resolve("engine", as: Engine.self).brand == "swift1")
    }

    @Test func messagesNameTheDecoratorAndPathsNameTheWrappedService() throws {
        #expect(
            message {
                _ = try wire(
                    engine + """
                        decorate "engine" { type = "Tuned", args = { inner = inner, mark = 7 } }
                        """)
            } == """
                container.lua:2: decorator of "engine": argument "mark" expects a string, got the integer 7
                """)
        let container = try wire(
            """
            service "engine" { factory = "Engine.failing" }
            \(mark("1"))
            service "car" { type = "Car", args = { engine = ref "engine" } }
            """)
        #expect(
            message { _ = try container.resolve("car", as: Car.self) } == """
                container.lua:1: service "engine" could not be built: out of order
                    needed by car -> engine -> engine.inner
                """)
    }
}
