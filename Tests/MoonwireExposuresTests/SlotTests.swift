import Testing

/// What is generated for slots: the arguments of their property wrappers, which are read from the sources.
@Suite(.timeLimit(.minutes(5))) struct SlotTests {
    private static let sources = ##"""
        import Moonwire
        import MoonwireObjects

        protocol Mailing: Sendable {}
        struct Silent: Mailing {}
        struct Company {}
        enum Outer { struct Inner {} }
        func shown(of text: String) -> String { text }
        enum Names { static let spare = "spare" }

        class Base: Exposed {
            @Injected("base") private var base: Int
            init() {}
        }
        class Plain {
            @Injected("plain") var plain: Int
            init() {}
        }

        final class Page: Base {
            @Injected var engine: Int
            @Injected("smtp") var mailer: any Mailing
            @Injected("über.ёж") public private(set) var über: (any Mailing)?
            @Moonwire.Injected<any Mailing>("typed") var typed: any Mailing
            /// Fills it with @Injected("comment").
            @Injected(
                "lines"  // (the id),
                /* in a comment */
            )
            // Not @Injected("other"), as before.
            @available(*, noasync)
            var lines: Int
            @Injected(file: "a", line: 3) var labeled: Int
            @Injected(Names.spare) var constant: Int
            @Injected("a\(1)") var computed: Int
            @Injected("id", line: 4) var both: Int
            @Weak("theme") var theme: Base?
            @Partial("Footer") var footer: Base
            @Partial var header: Base

            @Lazy var items: [String: [Int]]
            @Lazy var list = [1, 2]
            @Lazy var typedList: [Int] = []
            @Lazy var broken: Dictionary<String, Int> =
                [:]
            @Lazy var lower: Base
                = Base()
            @Lazy var last: (Int) -> Int  // = { $0 }
            @Lazy(wrappedValue: 3) var wrapped: Int
            @Lazy var below:
                [String: Int] = [:]
            @Lazy var marked: Int /* = 3 */
            @Lazy var nested: Int /* a /* = 4 */ = 3 */ = 5
            @Lazy var dotted: Outer
                .Inner = Outer.Inner()
            @Lazy var existential: any
                Mailing = Silent()
            @Lazy var function: (Int) ->
                Int = { $0 }
            @Lazy var company: Company
            let long = """
                @Injected("long") "quoted" \(shown(of: "a \(1) \" )")) var
                """, pounds = #"\"#, quote = #"""#
            @Injected("afterward") var afterward: Int
            @Lazy var observed: Int { didSet { stored = 3 } }
            @Injected("new") /* @Injected("old") */ var renamed: Int
            @available(*, noasync, message: "use @Injected(\"x\") // or not") @Injected("noted") var noted: Int
            @Injected(/* id */ "commented") var commented: Int
            @Injected(#"raw"#) var raw: Int
            @Injected("\u{61}") var escaped: Int
            #if DEBUG
            @Injected("debug")
            #else
            @Injected("release")
            #endif
            var either: Int

            @Final var final: Int
            var stored = 3
        }

        final class Child: Plain, Exposed {
            @Injected("own") var own: Int
        }

        struct Value: Exposed {
            @Injected("value") var value: Int
        }

        """##

    private static let exposed = """
        SlotArguments("base", id: "base")
        SlotArguments("engine")
        SlotArguments("mailer", id: "smtp")
        SlotArguments("über", id: "über.ёж")
        SlotArguments("typed", id: "typed")
        SlotArguments("lines", id: "lines")
        SlotArguments("labeled")
        SlotArguments("both", id: "id")
        SlotArguments("theme", id: "theme")
        SlotArguments("footer", id: "Footer")
        SlotArguments("header")
        SlotArguments("items")
        SlotArguments("list", hasInitialValue: true)
        SlotArguments("typedList", hasInitialValue: true)
        SlotArguments("broken", hasInitialValue: true)
        SlotArguments("lower", hasInitialValue: true)
        SlotArguments("last")
        SlotArguments("wrapped", hasInitialValue: true)
        SlotArguments("below", hasInitialValue: true)
        SlotArguments("marked")
        SlotArguments("nested", hasInitialValue: true)
        SlotArguments("dotted", hasInitialValue: true)
        SlotArguments("existential", hasInitialValue: true)
        SlotArguments("function", hasInitialValue: true)
        SlotArguments("company")
        SlotArguments("afterward", id: "afterward")
        SlotArguments("observed")
        SlotArguments("renamed", id: "new")
        SlotArguments("noted", id: "noted")
        SlotArguments("commented", id: "commented")
        SlotArguments("own", id: "own")
        SlotArguments("plain", id: "plain")
        """

    @Test func argumentsAreReadFromTheSources() throws {
        let fixture = try Fixture(Self.sources)
        let literal = "the argument of its property wrapper is not a plain string literal"
        let (status, output) = try fixture.run()
        #expect(
            output == """
                note: Cars/Types.swift:34: Page.constant is not checked when scripts are loaded: \(literal)
                note: Cars/Types.swift:35: Page.computed is not checked when scripts are loaded: \(literal)
                note: Cars/Types.swift:69: Page.raw is not checked when scripts are loaded: \(literal)
                note: Cars/Types.swift:70: Page.escaped is not checked when scripts are loaded: \(literal)
                note: Cars/Types.swift:76: Page.either is not checked when scripts are loaded: its declaration was not found in the source
                Cars: wrote Cars/Exposures.swift with 4 exposures
                """)
        #expect(status == 0)
        let lines = (fixture.generated ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.filter { $0.hasPrefix("SlotArguments") }.joined(separator: "\n") == Self.exposed)
        #expect(try fixture.compile() == [])
        #expect(try fixture.run(["--check"]).status == 0)
    }

    @Test func globalActorsOfClassesAreStated() throws {
        let fixture = try Fixture(
            """
            import Moonwire

            @globalActor actor Dispatcher { static let shared = Dispatcher() }

            @MainActor class Board {
                init() {}
            }
            @MainActor final class Panel: Exposed {
                @Injected var engine: Int
                init() {}
            }
            final class Child: Board, Exposed {
                @Injected var engine: Int
            }
            @Dispatcher final class Desk: Exposed {
                @Lazy var engine: Int
                init() {}
            }
            @MainActor final class Plain: Exposed {
                init() {}
            }
            final class Free: Exposed {
                @Injected var engine: Int
                init() {}
            }

            """)
        #expect(try fixture.run().status == 0)
        let stated = (fixture.generated ?? "").split(separator: "\n").filter {
            $0.contains("ActorIsolation(") || $0.hasPrefix("extension")
        }
        #expect(
            stated.joined(separator: "\n") == """
                extension Child {
                        ActorIsolation(MainActor.self)
                extension Desk {
                        ActorIsolation(Dispatcher.self)
                extension Free {
                extension Panel {
                        ActorIsolation(MainActor.self)
                extension Plain {
                        ActorIsolation(MainActor.self)
                """)
        #expect(try fixture.compile() == [])
    }

    @Test func linesMayEndAsInWindows() throws {
        let fixture = try Fixture(Self.sources.replacing("\n", with: "\r\n"))
        _ = try fixture.run()
        let lines = (fixture.generated ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.filter { $0.hasPrefix("SlotArguments") }.joined(separator: "\n") == Self.exposed)
    }

    @Test func anotherIDMakesTheFileStale() throws {
        let fixture = try Fixture(Self.sources)
        _ = try fixture.run()
        fixture.write(Self.sources.replacing("\"smtp\"", with: "\"mail\""))
        #expect(try fixture.run(["--check"]).status == 1)
    }
}
