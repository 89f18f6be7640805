import Moonwire
import TestSupport
import Testing

/// What the application adds to the services of scripts: decorators, aliases, and the list of ids.
@Suite struct SwiftDecoratorTests {
    private final class Named: Courier {
        let name: String

        init(_ inner: any Courier, _ name: String) {
            self.name = "\(name)(\(inner.name))"
        }
    }

    private static let script = """
        parameters { mark = "script" }
        service "courier" { type = "Bicycle" }
        service "outbox" { type = "Outbox", args = { courier = ref "courier" } }

        """

    private func wired(
        _ text: String = script, register: (inout Registrations) throws -> Void
    ) throws -> Container {
        try wire(text, types: Delivery.types, register: register)
    }

    @Test func aDecoratorOfTheApplicationReplacesAServiceOfAScript() throws {
        let container = try wired { services in
            services.decorate("courier") { (inner: any Courier, resolver) -> any Courier in
                Named(inner, try resolver.parameter("mark"))
            }
        }
        #expect(try container.resolve("courier", as: (any Courier).self).name == "script(bicycle)")
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "script(bicycle)")
        #expect(try container.resolve((any Courier).self).name == "script(bicycle)")
    }

    @Test func decoratorsOfTheApplicationAndOfScriptsWrapEachOther() throws {
        let text = Self.script + "decorate \"courier\" { type = \"Insured\", args = { inner = inner }, priority = 5 }"
        let container = try wired(text) { services in
            services.decorate("courier") { (inner: any Courier, _) -> any Courier in Named(inner, "outer") }
            services.decorate("courier", priority: 9) { (inner: any Courier, _) -> any Courier in Named(inner, "own") }
        }
        let outer = try container.resolve("courier", as: (any Courier).self)
        #expect(outer.name == "outer(\(Insured(inner: Named(Bicycle(), "own"), tracking: nil).name))")
    }

    @Test func theDecoratorHasTheScopeOfTheService() throws {
        let text = Self.script.replacing("type = \"Bicycle\"", with: "type = \"Bicycle\", scope = \"transient\"")
        let made = Counter()
        let container = try wired(text) { services in
            services.decorate("courier") { (inner: any Courier, _) -> any Courier in
                made.add()
                return Named(inner, "new")
            }
        }
        for _ in 0..<3 { _ = try container.resolve("courier", as: (any Courier).self) }
        #expect(made.value == 3)
    }

    @Test func aReloadKeepsTheDecoratorOfAnUnchangedService() throws {
        let living = try Living(Self.script, types: Delivery.types) { services in
            services.decorate("courier") { (inner: any Courier, resolver) -> any Courier in
                Named(inner, try resolver.parameter("mark"))
            }
        }
        let first = try living.container.resolve("courier", as: (any Courier).self)
        try living.edit(Self.script + "service \"other\" { type = \"Truck\" }")
        try living.reload()
        #expect(try living.container.resolve("courier", as: (any Courier).self) as AnyObject === first as AnyObject)
        try living.edit(Self.script.replacing("\"script\"", with: "\"edited\""))
        try living.reload()
        #expect(try living.container.resolve("courier", as: (any Courier).self).name == "edited(bicycle)")
    }

    @Test func anAsynchronousDecoratorMakesTheServiceAsynchronous() async throws {
        let container = try wired { services in
            services.decorate("courier") { (inner: any Courier, _) async -> any Courier in
                await Task.yield()
                return Named(inner, "awaited")
            }
        }
        #expect(try await container.resolve("courier", as: (any Courier).self).name == "awaited(bicycle)")
    }

    private func asynchronous(_ scope: ServiceScope) throws -> Container {
        try wired { services in
            services.register("slow", scope: scope) { _ async -> any Courier in
                await Task.yield()
                return Truck()
            }
            services.decorate("slow") { (inner: any Courier, _) -> any Courier in Named(inner, "own") }
        }
    }

    @Test func aDecoratorOfASharedAsynchronousServiceReceivesItBuilt() async throws {
        #expect(try await asynchronous(.shared).resolve("slow", as: (any Courier).self).name == "own(truck)")
    }

    /// Only an asynchronous closure can wait for an instance of its own.
    @Test func aDecoratorOfATransientAsynchronousServiceMustBeAsynchronous() async throws {
        let container = try asynchronous(.transient)
        let error = await #expect(throws: ContainerError.self) {
            try await container.resolve("slow", as: (any Courier).self)
        }
        #expect("\(error, default: "")".contains("must be built asynchronously, because its factory is asynchronous"))
    }

    @Test func aServiceThatIsNotDefinedCannotBeDecorated() {
        let text = message {
            _ = try wired { services in
                services.decorate("curier", file: "App/App.swift", line: 3) { (inner: any Courier, _) -> any Courier in
                    inner
                }
            }
        }
        #expect(
            text == """
                App/App.swift:3: decorator of "curier": service "curier" is not defined
                    did you mean "courier"?
                """)
    }

    @Test func aServiceThatTakesArgumentsIsAFault() {
        let text = Self.script.replacing(
            "courier = ref \"courier\"", with: "courier = ref \"courier\", port = argument \"port\""
        )
        .replacing("service \"outbox\" {", with: "service \"outbox\" { scope = \"transient\",")
        let said = message {
            _ = try wired(text) {
                $0.decorate("outbox", file: "App/App.swift", line: 3) { (inner: Outbox, _) in inner }
            }
        }
        #expect(
            said == """
                App/App.swift:3: decorator of "outbox": service "outbox" takes arguments, which a closure cannot pass on
                    decorate the service in a script
                """)
    }

    @Test func anOverrideDecoratesAServiceWithoutDecorators() throws {
        let container = try wired { _ in }
        try container.withOverrides {
            $0.decorate("courier") { (inner: any Courier, _) -> any Courier in Named(inner, "own") }
        } operation: { () throws in
            #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "own(bicycle)")
        }
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "bicycle")
    }

    @Test func anOverrideOfADecoratedServiceIsAFault() throws {
        let text = Self.script + "decorate \"courier\" { type = \"Insured\", args = { inner = inner } }"
        let container = try wired(text) { _ in }
        let said = message {
            try container.withOverrides {
                $0.decorate("courier", file: "App/App.swift", line: 3) { (inner: any Courier, _) -> any Courier in inner
                }
            } operation: {
            }
        }
        #expect(
            said == """
                App/App.swift:3: decorator of "courier": an override cannot decorate a service that has a decorator
                    replace the service by `override`
                """)
    }

    @Test func anInnerOfAnotherTypeIsAnError() throws {
        let container = try wired { services in
            services.decorate("courier") { (inner: Truck, _) -> any Courier in inner }
        }
        let text = message { _ = try container.resolve("courier", as: (any Courier).self) }
        #expect(text == "container.lua:2: service \"courier\" is Bicycle and cannot be resolved as Truck")
    }

    @Test func aCycleThroughADecoratorOfTheApplicationIsAFault() {
        let text = message {
            _ = try wired(Self.script.replacing("\"Bicycle\"", with: "\"Insured\", args = { inner = ref \"courier\" }"))
            {
                $0.decorate("courier") { (inner: any Courier, _) -> any Courier in inner }
            }
        }
        #expect(text.contains("courier -> courier.inner -> courier"), "\(text)")
    }

    @Test func anAliasOfTheApplicationIsAnotherId() throws {
        let container = try wired { $0.registerAlias("messenger", of: "courier") }
        let own = try container.resolve("courier", as: Bicycle.self)
        #expect(try container.resolve("messenger", as: Bicycle.self) === own)
    }

    @Test func anAliasOfAnUnknownServiceIsAFault() {
        let text = message {
            _ = try wired { $0.registerAlias("messenger", of: "curier", file: "App/App.swift", line: 3) }
        }
        #expect(
            text == """
                App/App.swift:3: alias "messenger" refers to "curier", which is not defined
                    did you mean "courier"?
                """)
    }

    @Test func idsAreThoseThatTheApplicationCanResolve() throws {
        let text =
            Self.script + """
                service "secret" { type = "Truck", public = false }
                alias "post" "outbox"
                decorate "courier" { type = "Insured", args = { inner = inner } }
                """
        let container = try wired(text) { $0.register("clock") { _ in Counter() } }
        #expect(container.ids == ["clock", "courier", "outbox", "post"])
    }
}
