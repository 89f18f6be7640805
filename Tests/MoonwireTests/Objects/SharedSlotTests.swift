import Moonwire
import Testing

/// A `graph` instance that is not `Sendable` and that one resolve gives to two holders, in whichever way they get it.
@Suite struct SharedSlotTests {
    private static let types: [any Exposed.Type] = [
        Line.self, Keeper.self, Wrapper.self, Reader.self, Given.self, Ruled.self, Late.self, Pair.self,
    ]

    /// Ways in which a shared service gets the line, with what else a script says for them.
    private static let forms = [
        (#"{ type = "Keeper", args = { ref "line" } }"#, ""),
        (#"{ type = "Keeper", args = { line = ref "alias" } }"#, ""),
        (#"{ type = "Keeper", args = { "%line%" } }"#, ""), (#"{ type = "Keeper", set = { line = ref "line" } }"#, ""),
        (#"{ type = "Keeper", call = { { "keep", ref "line" } } }"#, ""),
        (#"{ type = "Keeper", args = { lines = tagged "line" } }"#, ""),
        (#"{ type = "Keeper", args = { wrapped = inline { type = "Wrapper", args = { ref "line" } } } }"#, ""),
        (#"{ type = "Keeper", args = { wrapped = ref "wrapper" } }"#, ""), (#"{ type = "Reader" }"#, ""),
        (#"{ type = "Ruled" }"#, #"inject { slot = "Ruled.line", value = ref "line" }"#),
        (#"{ type = "Reader" }"#, #"inject { owner = "Reader", value = ref "alias" }"#),
        (#"{ type = "Ruled" }"#, #"inject { type = "Line", value = inline { type = "Line", args = { ref "line" } } }"#),
        (#"{ type = "Keeper", args = { part = inline { type = "Reader" } } }"#, ""),
        (
            #"{ type = "Keeper", args = { part = inline { type = "Keeper", args = { part = inline { type = "Reader" } } } } }"#,
            ""
        ),
    ]

    private static let head = """
        service "line" { type = "Line", scope = "graph", tags = "line" }
        alias "alias" "line"
        parameters { line = ref "line" }
        service "wrapper" { type = "Wrapper", args = { ref "line" }, scope = "transient" }

        """

    private static func wired(
        _ text: String, _ register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try wire(head + text, types: types, register: register)
    }

    @Test(arguments: forms) func twoSharedHoldersAreAFault(form: String, more: String) {
        let said = message {
            _ = try Self.wired(
                "service \"a\" \(form)\nservice \"b\" \(form)\nservice \"p\" { type = \"Pair\", args = { ref \"a\", ref \"b\" } }\n\(more)"
            )
        }
        #expect(said.contains("service \"line\": one resolve passes the same instance to"), "\(form): \(said)")
        #expect(!said.contains("warning"))
    }

    @Test(arguments: forms) func aHolderThatTheCallerGetsIsAFault(form: String, more: String) {
        let said = message {
            _ = try Self.wired(
                "service \"a\" \(form)\nservice \"p\" { type = \"Keeper\", args = { ref \"line\", part = ref \"a\" }, scope = \"transient\" }\n\(more)"
            )
        }
        #expect(said.contains("service \"line\": one resolve passes the same instance to"), "\(form): \(said)")
    }

    @Test(arguments: forms) func instanceWithOneHolderIsNoFault(form: String, more: String) throws {
        let container = try Self.wired("service \"a\" \(form)\nservice \"b\" { type = \"Late\" }\n\(more)")
        #expect(container.diagnostics.entries.filter { $0.code == .sharedGraphInstance } == [])
    }

    /// By a decorator, which is a holder of its own.
    @Test func decoratorCountsAsAHolder() {
        let said = message {
            _ = try Self.wired(
                """
                service "a" { type = "Reader" }
                decorate "a" { type = "Keeper", args = { ref "line", part = inner } }
                """)
        }
        #expect(
            said.contains(#"one resolve passes the same instance to "a.inner" and "a", but Line is not Sendable"#)
                || said.contains(#"to "a" and "a.inner""#), "\(said)")
    }

    /// What is filled when it is read is part of another resolve.
    @Test func slotFilledLaterIsNotAHolder() throws {
        let container = try Self.wired(
            """
            service "a" { type = "Late" }
            service "b" { type = "Late" }
            service "c" { type = "Reader" }
            service "p" { type = "Pair", args = { ref "a", ref "b" } }
            service "q" { type = "Pair", args = { ref "a", ref "c" } }
            """)
        let pair = try container.resolve("p", as: Pair.self)
        let (one, other) = (try #require(pair.one as? Late), try #require(pair.other as? Late))
        #expect(one.line !== other.line)
    }

    @Test func slotsOfARegisteredClassAreChecked() throws {
        let said = message {
            _ = try Self.wired("") { services in
                services.register("a") { _ in Hidden() }
                services.register("b") { _ in Hidden() }
            }
        }
        #expect(said == "")
        let both = try Self.wired(#"service "p" { type = "Pair", args = { ref "a", ref "b" } }"#) { services in
            services.register("a") { _ in Hidden() }
            services.register("b") { _ in Hidden() }
        }
        #expect(Self.warnings(both).count == 1)
    }

    /// What makes an object may assign its slots, which are not filled then.
    @Test(arguments: [
        #"{ type = "Reader", set = { line = inline { type = "Line" } } }"#,
        #"{ type = "Given", args = { inline { type = "Line" } } }"#,
        #"{ type = "Reader", configure = function(reader) end }"#,
    ])
    func sharingThroughAnAssignedSlotIsNoFault(form: String) throws {
        let container = try Self.wired(
            "service \"a\" \(form)\nservice \"b\" \(form)\nservice \"p\" { type = \"Pair\", args = { ref \"a\", ref \"b\" } }"
        )
        #expect(Self.warnings(container).count == (form.contains("set =") ? 0 : 1))
        _ = try container.resolve("p", as: Pair.self)
    }

    /// What `uses` declares is asked for by a function, which may keep it.
    @Test func sharingThroughAFunctionIsAWarning() throws {
        let function = #"{ factory = function(_, c) return Keeper { line = c.get "line" } end, uses = { "line" } }"#
        let pair = "\nservice \"p\" { type = \"Pair\", args = { ref \"a\", ref \"b\" } }"
        for other in [function, #"{ type = "Keeper", args = { ref "line" } }"#] {
            let container = try Self.wired("service \"a\" \(function)\nservice \"b\" \(other)" + pair)
            let said = Self.warnings(container)
            #expect(said.count == 1)
            #expect(
                said.first?.contains(
                    """
                    one resolve passes the same instance to "b" and "a", but Line is not Sendable
                        p -> b -> line
                        p -> a -> line
                        this is safe unless the function, or the result of the factory method, keeps the instance
                        use scope "transient", or make Line Sendable
                    """) == true, "\(said)")
        }
        #expect(Self.warnings(try Self.wired("service \"a\" \(function)")) == [])
        #expect(Self.warnings(try Self.wired("service \"a\" \(function)\nservice \"b\" \(function)")) == [])
    }

    /// What a factory method is called on is not passed on, but what the method makes may hold it.
    @Test(arguments: [
        #"{ factory = { ref "wrapper", "keeper" } }"#,
        #"{ factory = { inline { type = "Wrapper", args = { ref "line" } }, "keeper" } }"#,
        #"{ type = "Keeper", args = { part = inline { factory = { ref "wrapper", "keeper" } } } }"#,
        #"{ type = "Keeper", args = { part = inline { factory = { inline { type = "Wrapper", args = { ref "line" } }, "keeper" } } } }"#,
        #"{ factory = { inline { factory = { inline { type = "Wrapper", args = { ref "line" } }, "copy" } }, "keeper" } }"#,
    ])
    func resultOfAFactoryMethodMayHoldItsReceiver(form: String) throws {
        let pair = "\nservice \"p\" { type = \"Pair\", args = { ref \"a\", ref \"b\" } }"
        let said = Self.warnings(try Self.wired("service \"a\" \(form)\nservice \"b\" \(form)" + pair))
        #expect(said.count == 1 && said.first?.contains("or the result of the factory method") == true, "\(said)")
        let other = "service \"a\" \(form)\nservice \"b\" { type = \"Late\" }"
        #expect(Self.warnings(try Self.wired(other + pair)) == [])
    }

    private static func warnings(_ container: Container) -> [String] {
        container.diagnostics.entries.filter { $0.code == .sharedGraphInstance }.map(\.description)
    }

    /// An object that the application makes, and injects into, is one that the caller has.
    @Test func anOwnerOfTheApplicationIsAHolder() throws {
        let container = try wire(
            """
            service "line" { type = "Line",
                scope = "graph" }
            service "reader" { type = "Reader" }
            """, types: Self.types
        ) { $0.registerOwner(Desk.self) }
        let said = Self.warnings(container)
        #expect(said.count == 1)
        #expect(
            said[0].hasSuffix(
                """
                /container.lua:2: warning: service "line": one resolve passes the same instance to "Desk" and "reader", \
                but Line is not Sendable
                    Desk -> line
                    Desk -> reader -> line
                    this does not happen if a slot on one of these paths names the id of another service, or is assigned first
                    use scope "transient", or make Line Sendable
                """))
    }

    /// A service of an unknown type may be what a slot names by its id.
    @Test func sharingThroughASlotWithoutAnIDIsAWarning() throws {
        let container = try wire(
            """
            service "line" { type = "Line", scope = "graph" }
            service "a" { type = "Reader" }
            service "b" { type = "Reader" }
            service "p" { type = "Pair", args = { ref "a", ref "b" } }
            service "other" (function() return Line {} end)
            """, types: Self.types)
        let said = Self.warnings(container)
        #expect(
            said.count == 1
                && said[0].contains(
                    "this does not happen if a slot on one of these paths names the id of another service")
        )
        #expect(
            message {
                _ = try wire(
                    """
                    service "line" { type = "Line", scope = "graph" }
                    service "a" { type = "Reader" }
                    service "b" { type = "Reader" }
                    service "p" { type = "Pair", args = { ref "a", ref "b" } }
                    service "other" (function() return Line {} end)
                    inject { type = "Line", value = ref "line", force = true }
                    """, types: Self.types)
            }.hasPrefix("container.lua:1: service \"line\": one resolve passes the same instance to"))
    }
}

private class Line: Exposed {
    let next: Line?

    init(next: Line?) { self.next = next }

    class var exposure: Exposure {
        Exposure(Line.self) { Initializer("next") { Line(next: $0) } }
    }
}

private protocol Part: Sendable {}

private final class Keeper: Part, Exposed, @unchecked Sendable {  // Used by one thread.
    var line: Line?
    let rest: [Any?]

    init(_ line: Line?, _ rest: Any?...) {
        self.line = line
        self.rest = rest
    }

    static let exposure = Exposure(Keeper.self) {
        Initializer("line", ExposedArgument("lines", default: []), "wrapped", "part") {
            (line: Line?, lines: [Line], wrapped: Wrapper?, part: (any Part)?) in Keeper(line, lines, wrapped, part)
        }
        Property("line", \.line)
        Method("keep", "line") { (keeper: Keeper, line: Line) in keeper.line = line }
        Provides { $0 as any Part }
    }
}

private final class Wrapper: Exposed {
    let line: Line

    init(line: Line) { self.line = line }

    static let exposure = Exposure(Wrapper.self) {
        Initializer("line") { Wrapper(line: $0) }
        Method("keeper") { (wrapper: Wrapper) in Keeper(wrapper.line) }
        Method("copy") { (wrapper: Wrapper) in Wrapper(line: wrapper.line) }
    }
}

private final class Reader: Part, Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected var line: Line

    static let exposure = Exposure(Reader.self) {
        Initializer { Reader() }
        Property("line", \.line)
        Provides { $0 as any Part }
    }
}

private final class Given: Part, Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected var line: Line

    init(_ line: Line) { self.line = line }

    static let exposure = Exposure(Given.self) {
        Initializer("given") { (line: Line) in Given(line) }
        Provides { $0 as any Part }
    }
}

private final class Ruled: Part, Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected("none") var line: Line

    static let exposure = Exposure(Ruled.self) {
        Initializer { Ruled() }
        Provides { $0 as any Part }
    }
}

private final class Late: Part, Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected var line: Line?
    @Lazy var other: Line

    static let exposure = Exposure(Late.self) {
        Initializer { Late() }
        Provides { $0 as any Part }
    }
}

private final class Hidden: Part, @unchecked Sendable {  // Used by one thread.
    @Injected var line: Line
}

private final class Desk {
    @Injected var reader: Reader
    @Injected var line: Line
}

private struct Pair: Exposed {
    let one: any Part, other: any Part

    static let exposure = Exposure(Pair.self) {
        Initializer("one", "other") { (one: any Part, other: any Part) in Pair(one: one, other: other) }
    }
}
