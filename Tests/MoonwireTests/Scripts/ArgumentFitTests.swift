import Moonwire
import Testing

/// Every sort of argument against every sort of value: what loads resolves, and what does not load could not have resolved.
@Suite struct ArgumentFitTests {
    /// Services, by id; those in `hidden` are the same, made by functions, so that nothing is known of their types.
    private static let services: [(id: String, text: String)] = [
        ("smtp", #"{ type = "Smtp", tags = { { "mail", name = "smtp" }, { "any", name = "smtp" } } }"#),
        ("vault", #"{ type = "Vault", tags = { { "mail", name = "vault" } } }"#),
        ("users", #"{ type = "MoonwireTests.Users", tags = { { "any", name = "users" } } }"#),
        ("letters", #"{ type = "Letters.Users" }"#),
        ("sender", #"{ type = "Sender" }"#), ("express", #"{ type = "Express" }"#),
        ("made", #"{ factory = "Smtp.standard" }"#), ("port", #"{ factory = "Smtp.port" }"#),
        ("anyone", #"{ factory = "Smtp.anyone" }"#), ("copy", #"{ factory = { ref "smtp", "copy" } }"#),
        ("subclass", #"{ factory = "Sender.express" }"#),
    ]
    private static let registered = ["number", "name", "flags", "declared", "stamp"]
    /// Those whose types are exposed and stated, so that a check knows all that there is to know.
    private static let known = services.map(\.id).filter { $0 != "port" && $0 != "anyone" }
    private static let ids = services.map(\.id) + registered

    private static let plain = [
        "1", "2", "300", "-1", "1.5", "1e300", "true", #""text""#, #""1""#, "null", "{}", "{ 1, 2 }", "{ 1, \"b\" }",
        "{ a = 1 }", "{ a = \"b\" }", "{ cents = 3 }", "{ cents = \"3\" }", "{ cnts = 3 }", "{ { cents = 3 } }",
        "{ box = { kilos = 2 } }", "{ bx = { kilos = 2 } }", "{ roll = {} }", "function() end",
        #"{ cents = 3, color = env.secret "RED" }"#, #"{ cnts = 3, color = env.secret "RED" }"#,
        #"{ cents = "3", color = "%env(RED)%" }"#, #"{ cents = "%cents%", color = env.secret "RED" }"#,
        #"{ cents = "%name%", color = env.secret "RED" }"#, #"{ color = "%env(RED)%" }"#,
        #"{ { cents = 3, color = "%env(RED)%" }, { cnts = 3, color = "%env(RED)%" } }"#, "param \"stamp\"",
        "param \"wrong\"",
    ]

    /// Services that are collected: those of one tag are of the same protocol, those of the other are not.
    private static let collected = ["mail", "any"].flatMap { tag in
        ["", ", { by = \"name\" }", ", { lazy = true }", ", { by = \"name\", lazy = true }"].map {
            "tagged(\"\(tag)\"\($0))"
        }
    }

    private static func value(_ id: String) -> [String] {
        [#"ref "\#(id)""#, #"lazy "\#(id)""#, #"provider "\#(id)""#, #"{ ref "\#(id)" }"#, #"{ one = ref "\#(id)" }"#]
    }

    private static let head =
        [
            #"""
            parameters { cents = 3, name = "x", stamp = { cents = 3, color = env.secret "RED" }, wrong = { cnts = 3, color = env.secret "RED" } }
            """#
        ] + services.map { #"service "\#($0.id)" \#($0.text)"# }
        + ids.map { #"service "hidden \#($0)" (function(c) return c.get "\#($0)" end)"# }

    /// One service for each value; nothing takes the place of those that are left out, so that lines keep their numbers.
    private static func script(_ sink: any Exposed.Type, _ values: [String?]) -> String {
        let name = sink.exposure.description.name
        let lines = values.enumerated().map { number, value in
            value.map { #"service "sink \#(number)" { type = "\#(name)", args = { x = \#($0) } }"# } ?? ""
        }
        return (head + lines).joined(separator: "\n")
    }

    private static func container(_ sink: any Exposed.Type, _ values: [String?]) throws -> Container {
        let folder = Scratch()
        try folder.write(script(sink, values), "container.lua")
        let variables = EnvironmentVariables { $0 == "RED" ? "red" : nil }
        return try Container(
            scripts: [folder.path("container.lua")], types: Post.services + [sink], environment: .dev,
            variables: variables
        ) { services in
            services.register("number") { _ in 7 }
            services.register("name") { _ in "seven" }
            services.register("flags") { _ in [true] }
            services.register("declared", as: (any Mailing).self) { _ in Smtp() }
            services.register("stamp") { _ in Stamp(cents: 7) }
        }
    }

    /// The numbers of the values that are refused when the script is loaded.
    private static func refused(_ sink: any Exposed.Type, _ values: [String]) -> Set<Int> {
        do {
            _ = try container(sink, values)
            return []
        } catch let error as ContainerError {
            return Set(error.diagnostics.compactMap { $0.location.map { $0.line - head.count - 1 } })
        } catch {
            Issue.record(error)
            return []
        }
    }

    /// Handles are asked, too, for what they stand for.
    private static func resolves(_ container: Container, _ number: Int) -> Bool {
        do {
            let made = try container.resolve("sink \(number)", as: (any Sendable).self)
            switch Mirror(reflecting: made).children.first?.value {
            case let handle as LazyService<any Mailing>: _ = try handle()
            case let handle as ServiceProvider<any Mailing>: _ = try handle()
            case let handle as LazyService<Smtp>: _ = try handle()
            case let handles as [LazyService<any Mailing>]: for handle in handles { _ = try handle() }
            case let handles as [String: LazyService<any Mailing>]: for handle in handles.values { _ = try handle() }
            default: break
            }
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: Post.sinks.indices) func argumentThatPassesTheLoadCanBeResolved(index: Int) throws {
        let sink = Post.sinks[index]
        let values = Self.plain + Self.collected + Self.known.flatMap(Self.value)
        let refused = Self.refused(sink, values)
        let container = try Self.container(sink, values.indices.map { refused.contains($0) ? nil : values[$0] })
        for number in values.indices where !refused.contains(number) {
            #expect(Self.resolves(container, number), "\(sink) = \(values[number])")
        }
        #expect(refused.count < values.count)
    }

    @Test(arguments: Post.sinks.indices) func argumentThatFailsTheLoadCannotBeResolved(index: Int) throws {
        let sink = Post.sinks[index]
        let values = Self.ids.flatMap(Self.value)
        let hidden = Self.ids.flatMap { Self.value("hidden \($0)") }
        let unknown = Self.refused(sink, hidden)
        let container = try Self.container(sink, hidden.indices.map { unknown.contains($0) ? nil : hidden[$0] })
        for number in Self.refused(sink, values) where !unknown.contains(number) {
            #expect(!Self.resolves(container, number), "\(sink) = \(values[number])")
        }
    }

    @Test(arguments: Post.sinks.indices) func manifestReportsTheSameArgumentFaults(index: Int) throws {
        let sink = Post.sinks[index]
        let types = try TypeRegistry(Post.services + [sink])
        let manifest = try TypeRegistry(manifest: try types.manifest())
        let values = Self.collected + Self.services.map(\.id).flatMap(Self.value)
        let faults = try Self.faults(sink, values, manifest)
        // Only the type tells that the keys of a map are integers.
        if sink is PlainSink<[Int: String]>.Type {
            #expect(try Set(Self.faults(sink, values, types)).isSuperset(of: faults))
        } else {
            #expect(try Self.faults(sink, values, types) == faults)
        }
    }

    private static func faults(
        _ sink: any Exposed.Type, _ values: [String], _ types: TypeRegistry
    ) throws -> [String] {
        let folder = Scratch()
        try folder.write(script(sink, values), "container.lua")
        var wiring = ScriptWiring(scripts: [folder.path("container.lua")])
        wiring.types = types
        return ScriptCheck(wiring, environment: "dev").run().diagnostics.map(\.message)
    }

    @Test func hintNamesTheMissingProvidesForAProtocol() {
        let said = message { _ = try Self.container(Sink<any Mailing>.self, [#"inline { type = "Silent" }"#]) }
        #expect(said.contains("argument \"x\" expects Mailing, got an inline service, which is Silent"))
        #expect(said.contains("if Silent conforms to Mailing, add `Provides { $0 as any Mailing }` to its exposure"))
    }

    /// What is collected is of the type that is wanted, by itself, as an entry of a map, and behind a handle.
    @Test(arguments: [
        (Sink<[any Mailing]>.self as any Exposed.Type, "tagged \"any\""),
        (Sink<[String: any Mailing]>.self, "tagged(\"any\", { by = \"name\" })"),
        (Sink<[LazyService<any Mailing>]>.self, "tagged(\"any\", { lazy = true })"),
        (Sink<[String: LazyService<any Mailing>]>.self, "tagged(\"any\", { by = \"name\", lazy = true })"),
    ])
    func elementsOfACollectionAreCheckedAgainstItsType(sink: any Exposed.Type, value: String) throws {
        let said = message { _ = try Self.container(sink, [value]) }
        let name = value.contains("lazy") ? "`lazy \"users\"`" : "the service \"users\""
        let wanted = value.contains("lazy") ? "LazyService<any Mailing>" : "Mailing"
        let place = value.contains("by") ? "users" : "2"
        #expect(said.contains("argument \"x\" at \(place) expects \(wanted), got \(name), which is Users"))
        let fitting = value.replacing("any", with: "mail")
        let container = try Self.container(sink, [fitting])
        #expect(Self.resolves(container, 0))
    }

    @Test func typesOfTheSameNameAreQualifiedInMessages() {
        let said = message { _ = try Self.container(Sink<Letters.Users>.self, [#"ref "users""#]) }
        #expect(
            said.contains(
                "expects MoonwireTests.Letters.Users, got the service \"users\", which is MoonwireTests.Users"))
    }
}
