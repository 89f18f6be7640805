import TestSupport
import Testing

/// What the compiler says of the usual mistakes in exposures.
///
/// All are in one program, each on a line of its own.
@Suite(.timeLimit(.minutes(5))) struct ExposureMistakeTests {
    private struct Mistake {
        let code: String
        let messages: [String]

        init(_ member: String, of type: String = "Engine", _ messages: String...) {
            code = "_ = Exposure(\(type).self) { \(member) }"
            self.messages = messages
        }

        /// A use of the exposed types.
        init(use code: String, _ messages: String...) {
            self.code = code
            self.messages = messages
        }
    }

    @Test func eachIsExplained() throws {
        let mistakes = Self.labels + Self.forms + Self.asynchronous + Self.names + Self.uses
        let first = Self.types.split(separator: "\n", omittingEmptySubsequences: false).count
        let lines = mistakes.enumerated().map { index, mistake in
            "func mistake\(index)() throws { \(mistake.code) }"
        }
        let said = try Typecheck().errors(in: Self.types + "\n" + lines.joined(separator: "\n"))
        for (index, mistake) in mistakes.enumerated() {
            let start = "\(first + index + 1): "
            let found = said.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
            #expect(found == mistake.messages, "\(mistake.code)")
        }
        #expect(said.count == mistakes.flatMap(\.messages).count, "\(said)")
    }

    private static let oneLabelEach =
        "write one label for each parameter, in order: a string, or ExposedArgument(\"cylinders\", default: 4) with a default of "
        + "the parameter's type"

    private static let oneLabelEachOfClosure =
        "write one label for each parameter of the closure after the first, which is the instance; a label is a string, or "
        + "ExposedArgument(\"cylinders\", default: 4) with a default of the parameter's type"

    private static let labels = [
        Mistake("Initializer(\"brand\", body: Engine.init)", unavailable("init(_:body:)", oneLabelEach)),
        Mistake("Initializer(\"brand\") { Engine(brand: $0, gears: $1) }", unavailable("init(_:body:)", oneLabelEach)),
        Mistake("Initializer(body: Engine.init)", unavailable("init(_:body:)", oneLabelEach)),
        Mistake(
            "Initializer(\"brand\", \"gears\", \"name\", body: Engine.init)", unavailable("init(_:body:)", oneLabelEach)
        ),
        Mistake("Initializer(\"brand\", 4, body: Engine.init)", unavailable("init(_:body:)", oneLabelEach)),
        Mistake("Initializer([\"brand\", \"gears\"], body: Engine.init)", unavailable("init(_:body:)", oneLabelEach)),
        Mistake(
            "Initializer(\"brand\", ExposedArgument(\"gears\", default: \"4\"), body: Engine.init)",
            unavailable("init(_:body:)", oneLabelEach)),
        Mistake("StaticMethod(\"standard\", body: Engine.standard)", unavailable("init(_:_:body:)", oneLabelEach)),
        Mistake("Method(\"shift\", Engine.shift)", unavailable("init(_:_:_:)", oneLabelEach)),
        Mistake("Method(\"shift\", Engine.shift, \"gear\")", unavailable("init(_:_:_:)", oneLabelEach)),
        Mistake("Method(\"stop\", Engine.stop, \"gear\")", unavailable("init(_:_:_:)", oneLabelEach)),
        Mistake(
            "Method(\"shift\", \"gear\") { $0.shift(to: $1, by: $2) }",
            unavailable("init(_:_:body:)", oneLabelEachOfClosure)),
    ]

    private static let forms = [
        Mistake(
            "Initializer(Engine.init)",
            unavailable(
                "init(_:)",
                "write the labels of the parameters, then `body:` and the initializer, as in "
                    + "Initializer(\"brand\", body: Engine.init)")),
        Mistake(
            "StaticMethod(\"standard\", Engine.standard)",
            unavailable(
                "init(_:)",
                "write the name, the labels of the parameters, then `body:` and the static method, as in "
                    + "StaticMethod(\"standard\", \"brand\", body: Engine.standard)")),
        Mistake("Method(Engine.stop)", unavailable("init(_:)", nameMethodLabels)),
        Mistake("Method(\"shift\", \"gear\", \"by\", Engine.shift)", unavailable("init(_:)", nameMethodLabels)),
        Mistake("Method(\"standard\", Engine.standard)", unavailable("init(_:)", nameMethodLabels)),
        Mistake("Method(\"shift\", \"gear\", \"by\", body: Engine.shift)", unavailable("init(_:_:body:)", withoutBody)),
        Mistake(
            "Method(\"stop\", body: Engine.stop)",
            "warning: 'init(_:body:)' is deprecated: \(withoutBody) [#DeprecatedDeclaration]"),
        Mistake(
            "Property(\"brand\")",
            unavailable(
                "init(_:)",
                "write a key path after the name, as in Property(\"brand\", \\.brand), or a closure after `get:`")),
        Mistake(
            "Property(\"brand\", { $0.brand })",
            unavailable(
                "init(_:_:)", "write `get:` before the closure, as in Property(\"brand\", get: { $0.brand })")),
        Mistake(
            "Property(\"wheels\", \\.wheels, set: { $0.wheels = $1 })", of: "Car",
            unavailable(
                "init(_:_:set:)",
                "a key path to a variable of a class needs no `set:`; otherwise, write two closures, as in "
                    + "Property(\"wheels\", get: { $0.wheels }, set: { $0.wheels = $1 })")),
        Mistake(
            "Provides((any Driving).self)",
            unavailable(
                "init(_:)", "write a closure that converts the instance, as in Provides { $0 as any Driving }")),
    ]

    private static let nameMethodLabels =
        "write the name, a method of the exposed type, and one label for each of its parameters, as in Method(\"start\", Engine.start, \"gear\"); "
        + "for a static method, write StaticMethod"

    private static let withoutBody =
        "write the method after the name and without `body:`, as in Method(\"start\", Engine.start, \"gear\")"

    private static let asynchronous = [
        Mistake("Initializer(body: Loader.init)", of: "Loader", unavailable("init(_:body:)", oneLabelEach)),
        Mistake("StaticMethod(\"later\", \"brand\", body: Engine.later)", unavailable("init(_:_:body:)", oneLabelEach)),
        Mistake("Method(\"warmUp\", Engine.warmUp, \"heat\")", unavailable("init(_:_:_:)", oneLabelEach)),
        Mistake(
            "Method(\"warmUp\", \"heat\") { await $0.warmUp() }", unavailable("init(_:_:body:)", oneLabelEachOfClosure)),
        Mistake(
            "Method(\"open\", Garage.open, \"door\")", of: "Garage",
            unavailable(
                "init(_:_:_:)",
                "a method that is isolated to an actor is exposed by a closure that awaits it, as in Method(\"open\", \"door\") "
                    + "{ await $0.open(door: $1) }"),
            "error: call to actor-isolated instance method 'open(door:)' in a synchronous nonisolated context "
                + "[#ActorIsolatedCall]"),
        Mistake(
            "Property(\"heat\", get: { await $0.warmUp() })",
            unavailable(
                "init(_:get:set:)",
                "an asynchronous property cannot be exposed: the closure must return without `await`; expose an asynchronous "
                    + "Method")),
    ]

    /// The compiler's own messages, which name what is wrong because it knows the type inside each member.
    private static let names = [
        Mistake("Property(\"brand\", \\.brnd)", "error: value of type 'Engine' has no member 'brnd'"),
        Mistake("Property(\"brand\", get: { $0.brnd })", "error: value of type 'Engine' has no member 'brnd'"),
        Mistake("Method(\"stop\", Engine.stopp)", "error: type 'Engine' has no member 'stopp'"),
        Mistake(
            "Initializer(body: Car.init)",
            unavailable("init(body:)", "`body` must return an instance of the exposed type")),
        Mistake(
            "Initializer(\"wheels\", body: Car.init(wheels:))",
            "error: cannot convert value of type '@Sendable (Int) -> Car' to expected argument type "
                + "'@Sendable (Int) throws -> Engine'"),
    ]

    private static let uses = [
        Mistake(
            use: "_ = try Container(scripts: [\"container.lua\"], types: Engine.self, environment: .dev)",
            unavailable(
                "init(scripts:types:environment:)", "`types` is an array of types: write types: [Engine.self, Car.self]"
            )),
        Mistake(
            use: "_ = try Container(scripts: [\"container.lua\"], types: [Engine], environment: .dev)",
            "error: expected member name or initializer call after type name",
            unavailable(
                "init(scripts:types:environment:)", "`types` is an array of types: write types: [Engine.self, Car.self]"
            )),
    ]

    private static func unavailable(_ name: String, _ message: String) -> String {
        "error: '\(name)' is unavailable: \(message)"
    }

    /// The types that the mistakes expose.
    private static let types = """
        import Moonwire

        protocol Driving: Sendable {}

        final class Engine: Driving, Sendable {
            let brand: String
            let gears: Int

            init(brand: String, gears: Int) {
                self.brand = brand
                self.gears = gears
            }


            func stop() -> Bool { true }
            func shift(to gear: Int, by driver: String) -> Bool { true }
            func warmUp() async -> Int { 90 }
            static func standard(brand: String) -> Engine { Engine(brand: brand, gears: 4) }
            static func later() async -> Engine { Engine(brand: "later", gears: 4) }
        }

        final class Car {
            var wheels = 4
            init() {}
            init(wheels: Int) {}
        }

        final class Loader {
            init(file: String) async {}
        }

        actor Garage {
            func open(door: Int) -> Bool { true }
        }
        """
}
