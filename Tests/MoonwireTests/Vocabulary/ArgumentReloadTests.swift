import Moonwire
import Testing

/// Reloads that change services with arguments, and what passes them.
@Suite struct ArgumentReloadTests {
    private static func text(tone: String = "plain", passed: String = #"{ text = "hello" }"#, rest: String = "")
        -> String
    {
        """
        service "greeting" {
            type = "Greeting", scope = "transient", args = { text = argument "text", tone = argument("tone", "\(tone)") },
        }
        service "kept" { type = "Wrapper", args = { greeting = ref("greeting", \(passed)) } }
        \(rest)
        """
    }

    private func living() throws -> Living { try Living(Self.text(), types: [Greeting.self, Wrapper.self]) }

    private func kept(_ living: Living) throws -> Wrapper { try living.container.resolve("kept") }

    @Test func anInstanceIsKeptIfItsArgumentsAre() throws {
        let living = try living()
        let before = try kept(living)
        #expect(before.greeting.words == "hello (plain)")
        try living.reload(Self.text(rest: "-- a comment"))
        #expect(try kept(living) === before)
    }

    @Test func anotherArgumentRebuildsTheInstance() throws {
        let living = try living()
        let before = try kept(living)
        let plan = try living.reload(Self.text(passed: #"{ text = "bye", tone = "short" }"#))
        #expect(plan.contains("~ service \"kept\""), "\(plan)")
        #expect(!plan.contains("greeting"), "\(plan)")
        #expect(try kept(living) !== before)
        #expect(try kept(living).greeting.words == "bye (short)")
    }

    @Test func anotherDefaultRebuildsTheInstance() throws {
        let living = try living()
        let before = try kept(living)
        let plan = try living.reload(Self.text(tone: "loud"))
        #expect(plan.contains("~ service \"greeting\""), "\(plan)")
        #expect(try kept(living) !== before)
        #expect(try kept(living).greeting.words == "hello (loud)")
        let given = try living.container.resolve(
            "greeting", as: Greeting.self, arguments: ["text": "x", "tone": "soft"])
        #expect(given.words == "x (soft)")
    }

    @Test func anArgumentThatIsMissingRefusesTheReload() throws {
        let living = try living()
        let before = try kept(living)
        #expect(
            living.readable(message { try living.reload(Self.text(passed: #"{ tone = "short" }"#)) }) == """
                container.lua:4: service "kept": argument "greeting" refers to "greeting", which needs argument "text" (String)
                    write `ref("greeting", { tone = …, text = … })`
                    service "greeting" is defined at container.lua:1
                """)
        #expect(try kept(living) === before)
    }

    @Test func anotherNameIsTheOneThatCounts() throws {
        let living = try living()
        try living.reload(
            Self.text().replacing(#"text = argument "text""#, with: #"text = argument("words", "none")"#)
                .replacing(#"{ text = "hello" }"#, with: #"{ words = "hello" }"#))
        #expect(try kept(living).greeting.words == "hello (plain)")
        #expect(
            living.readable(
                message { _ = try living.container.resolve("greeting", as: Greeting.self, arguments: ["text": "x"]) })
                    == """
                    container.lua:1: service "greeting" has no argument "text"
                        it takes (words?, tone?)
                    """)
    }
}

/// Built from arguments alone.
private final class Greeting: Exposed, Sendable {
    let words: String

    init(text: String, tone: String) {
        words = "\(text) (\(tone))"
    }

    static let exposure = Exposure(Greeting.self) {
        Initializer("text", "tone") { Greeting(text: $0, tone: $1) }
    }
}

/// A shared service that is built from one with arguments.
private final class Wrapper: Exposed, Sendable {
    let greeting: Greeting

    init(greeting: Greeting) {
        self.greeting = greeting
    }

    static let exposure = Exposure(Wrapper.self) { Initializer("greeting") { Wrapper(greeting: $0) } }
}
