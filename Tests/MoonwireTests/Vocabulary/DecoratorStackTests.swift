import Moonwire
import Testing

/// Decorators of decorators, in every order in which they may be written.
@Suite struct DecoratorStackTests {
    private struct Mark {
        let name: String
        let target: String
        let priority: Int

        var text: String {
            """
            decorate "\(target)" {
                id = "\(name)", priority = \(priority), args = { inner, "\(name)" },
                factory = function(args) return Engine { brand = args[1].brand .. args[2] } end,
            }
            """
        }
    }

    private static let engine = "service \"engine\" { type = \"Engine\", args = { brand = \"x\" } }"

    private func brand(_ container: Container, _ id: String) throws -> String {
        try container.resolve(id, as: Engine.self).brand
    }

    /// What wraps `target`, each decorator followed by those that wrap it.
    private func marks(around target: String, _ all: [Mark]) -> [String] {
        all.filter { $0.target == target }.sorted { $0.priority > $1.priority }
            .flatMap { [$0.name] + marks(around: $0.name, all) }
    }

    @Test(arguments: 0..<40) func decoratorsWrapInTheSameOrderHoweverTheyAreWritten(_ seed: UInt64) throws {
        var random = Seeded(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let names = "abcdefgh".prefix(3 + Int(seed % 6)).map(String.init)
        let priorities = Array(-4..<Int(names.count)).shuffled(using: &random)
        let marks = names.enumerated().map { number, name in
            let target = names.prefix(number).randomElement(using: &random) ?? "engine"
            let isFlat = Bool.random(using: &random)
            return Mark(name: name, target: isFlat ? "engine" : target, priority: priorities[number])
        }
        let written = ([Self.engine] + marks.map(\.text)).shuffled(using: &random)
        let container = try wire(written.joined(separator: "\n"))
        let whole = self.marks(around: "engine", marks)
        #expect(try brand(container, "engine") == "x" + whole.joined())
        for mark in marks {
            let own = [mark.name] + self.marks(around: mark.name, marks)
            let below = whole.prefix { $0 != mark.name } + own
            #expect(try brand(container, mark.name) == "x" + below.joined(), "\(mark)")
        }
    }

    @Test func anAliasOfADecoratorIsDecoratedAsTheDecorator() throws {
        let marks = [
            Mark(name: "a", target: "engine", priority: 0), Mark(name: "b", target: "engine", priority: -1),
            Mark(name: "c", target: "other", priority: 0),
        ]
        let container = try wire(
            "alias \"other\" \"a\"\n" + Self.engine + marks.map(\.text).joined(separator: "\n"))
        #expect(try brand(container, "engine") == "xacb")
        #expect(try brand(container, "other") == "xac")
    }

    @Test func aLaterLayerRedefinesADecorator() throws {
        let own = Mark(name: "own", target: "engine", priority: 0)
        let outer = Mark(name: "outer", target: "engine", priority: 0)
        let container = try wire(
            [Self.engine, own.text, outer.text].joined(separator: "\n"),
            files: ["over.lua": own.text.replacing("args[2]", with: "\"!\"")], over: ["over.lua"])
        #expect(try brand(container, "engine") == "x!outer")
        #expect(
            container.diagnostics.entries.map { "\($0.severity): \($0.message)" }.contains {
                $0.hasPrefix("note: decorator \"own\" is defined again; this replaces the definition at ")
            })
    }

    /// What is overridden is replaced with all that wraps it; the ids of its decorators stand for it.
    @Test func overrideReplacesDecoratorsOfDecorators() throws {
        let marks = [
            Mark(name: "a", target: "motor", priority: 0), Mark(name: "b", target: "a", priority: 0),
        ]
        let text = ([Self.engine, "alias \"motor\" \"engine\""] + marks.map(\.text)).joined(separator: "\n")
        let fake: @Sendable (ServiceResolver) -> Engine = { _ in Engine(brand: "fake", cylinders: 1) }
        let container = try wire(text) { $0.override("engine", fake) }
        for id in ["engine", "motor", "a", "b"] { #expect(try brand(container, id) == "fake") }
        #expect(try brand(wire(text), "engine") == "xab")
    }

    /// A decorator that is overridden by its id is no longer built, at any position; the decorators around it stay.
    @Test(arguments: [
        ("a", ["engine": "fakec", "a": "fake", "b": "fake", "c": "fakec"]),
        ("b", ["engine": "fakec", "a": "fake", "b": "fake", "c": "fakec"]),
        ("c", ["engine": "fake", "a": "xab", "b": "xab", "c": "fake"]),
    ])
    func anOverrideOfADecoratorTakesItsPlace(id: String, brands: [String: String]) throws {
        let marks = [
            Mark(name: "a", target: "engine", priority: 0), Mark(name: "b", target: "a", priority: 0),
            Mark(name: "c", target: "engine", priority: -1),
        ]
        let text = ([Self.engine] + marks.map(\.text)).joined(separator: "\n")
        let fake: @Sendable (ServiceResolver) -> Engine = { _ in Engine(brand: "fake", cylinders: 1) }
        let container = try wire(text) { $0.override(id, fake) }
        let other = try wire(text)
        for (one, expected) in brands {
            #expect(try brand(container, one) == expected)
            let inside = try other.withOverrides {
                $0.override(id, fake)
            } operation: {
                try brand(other, one)
            }
            #expect(inside == expected)
        }
        #expect(try brand(other, "engine") == "xabc")
    }

    /// Who overrides both gets both.
    @Test(arguments: [false, true]) func aDecoratorAndItsServiceAreOverridden(isServiceFirst: Bool) throws {
        let text = [Self.engine, Mark(name: "a", target: "engine", priority: 0).text].joined(separator: "\n")
        let override: @Sendable (inout Registrations) -> Void = { services in
            for id in isServiceFirst ? ["engine", "a"] : ["a", "engine"] {
                services.override(id) { _ in Engine(brand: "fake \(id)", cylinders: 1) }
            }
        }
        let container = try wire(text, register: override)
        let other = try wire(text)
        for id in ["engine", "a"] {
            #expect(try brand(container, id) == "fake \(id)")
            let inside = try other.withOverrides(override) { try brand(other, id) }
            #expect(inside == "fake \(id)")
        }
    }

    @Test func defaultsOfAFileApplyToItsDecorators() throws {
        let text = """
            defaults { public = false, reload = "keep", scope = "transient", tags = "shop" }
            \(Mark(name: "own", target: "engine", priority: 1).text)
            \(Mark(name: "shown", target: "engine", priority: 0).text.replacing("id =", with: "public = true, id ="))
            """
        let container = try wire(
            """
            \(Self.engine)
            include "decorators.lua"
            service "user" { type = "Car", args = { engine = ref "own" } }
            """, files: ["decorators.lua": text])
        #expect(message { _ = try container.resolve("own", as: Engine.self) }.contains("is not public"))
        #expect(try brand(container, "shown") == "xownshown")
        #expect(try container.resolve("user", as: Car.self).engine.brand == "xown")
        // Scope and tags are those of what is wrapped.
        let isShared = try container.resolve("engine", as: Engine.self) === container.resolve("engine", as: Engine.self)
        #expect(isShared)
        #expect(try container.tagged("shop", as: Engine.self).isEmpty)
    }
}

private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
