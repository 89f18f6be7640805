import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// What happens to an instance after it was made: set, call, configure.
@Suite struct StepTests {
    private let v8 = service("v8", "Engine", ["brand": "V8"])

    @Test func stepsRunAfterTheConstructionInOrder() throws {
        let configure = ScriptFunction(configure: { instance, resolver in
            let engine = try resolver.resolve("v8", as: Engine.self)
            (instance as? Probe)?.log.append("configure(\(engine.brand))")
        })
        let container = try Wiring(
            v8,
            service(
                "probe", .type("Probe"), set: ["second": "2", "first": "1", "engine": ref("v8")],
                calls: [
                    call("note", ["one": "a", "two": 1, "three": ref("v8")]), call("note", ["two": 2], ["b"]),
                ],
                configure: configure)
        ).container()
        #expect(
            try container.resolve(Probe.self).log.elements == [
                "second=2", "first=1", "engine=V8", "note(a, 1, V8)", "note(b, 2, nil)", "configure(V8)",
            ])
    }

    @Test func stepsRunForInstancesOfFunctions() throws {
        let container = try Wiring(
            v8,
            service(
                "probe", function { _, _ in Probe() }, set: ["first": .value(.null), "engine": ref("v8")],
                calls: [call("note", ["one": "a", "two": 1])])
        ).container()
        #expect(
            try container.resolve("probe", as: Probe.self).log.elements
                == ["first=nil", "engine=V8", "note(a, 1, nil)"])
    }

    @Test func methodOfWhatAFunctionMakesIsAFactory() throws {
        let container = try Wiring(
            service("maker", function { _, _ in Probe() }),
            service("engine", .method(of: ref("maker"), name: "make"), ["brand": "late"]),
            service("child", .method(of: ref("maker"), name: "child"), set: ["first": "1"], line: 3)
        ).container()
        #expect(try container.resolve("engine", as: Engine.self).brand == "late")
        #expect(try container.resolve("child", as: Probe.self).log.elements == ["first=1"])
    }

    @Test func faultsOfLateStepsSuggestKnownMembers() throws {
        let maker = service("maker", function { _, _ in Probe() })
        func text(_ definition: Definition) throws -> String? {
            let container = try Wiring(maker, definition).container()
            return message { try container.resolve("x", as: Probe.self) }
        }
        #expect(
            try text(service("x", .method(of: ref("maker"), name: "mkae"), line: 1)) == """
                test.lua:1: service "x": Probe has no method or property "mkae"
                    did you mean "make"?
                """)
        #expect(
            try text(service("x", .method(of: ref("maker"), name: "make"), ["brnad": "x"], line: 2)) == """
                test.lua:2: service "x": Probe.make has no argument "brnad"
                    did you mean "brand"?
                    it takes (brand)
                test.lua:2: service "x": Probe.make needs argument "brand" (String)
                    it takes (brand)
                """)
        #expect(
            try text(service("x", function { _, _ in Probe() }, set: ["frist": "x"], line: 3)) == """
                test.lua:3: service "x": Probe has no property "frist"
                    did you mean "first"?
                """)
        #expect(
            try text(service("x", function { _, _ in Probe() }, set: ["count": 1], line: 4)) == """
                test.lua:4: service "x": property "count" of Probe cannot be set
                    expose it with a key path to a settable property, or with a `set:` closure
                """)
        #expect(
            try text(service("x", function { _, _ in Probe() }, calls: [call("nota")], line: 5)) == """
                test.lua:5: service "x": Probe has no method "nota"
                    did you mean "note"?
                """)
    }

    @Test func mismatchesOfLateStepsNameTheProperty() throws {
        func text(_ definition: Definition) throws -> String? {
            let container = try Wiring(v8, definition).container()
            return message { try container.resolve("x", as: Probe.self) }
        }
        let made = function { _, _ in Probe() }
        #expect(
            try text(service("x", made, set: ["second": 1], line: 1))
                == "test.lua:1: service \"x\": property \"second\" expects a string, got the integer 1")
        #expect(
            try text(service("x", made, calls: [call("note", ["one": "a", "two": "b"])], line: 2))
                == "test.lua:2: service \"x\": argument \"two\" of call \"note\" expects an integer, got the string \"b\""
        )
        #expect(
            try text(service("x", made, calls: [call("note", ["one": "a", "two": 1, "three": [1]])], line: 3))
                == "test.lua:3: service \"x\": argument \"three\" of call \"note\" expects Engine, got a list")
    }

    @Test func factoryFunctionReceivesTheArgumentsOfItsDefinition() throws {
        let make: ScriptFunction.Make = { resolver, arguments in
            let arguments = try #require(arguments)
            let names = arguments.named.map(\.name).joined(separator: ",")
            let first = try String.read(from: arguments.positional[0])
            let engine = try Engine.read(from: arguments.named[1].value)
            let port = try Int.read(from: arguments.named[0].value)
            return Engine(brand: "\(first) \(names) \(engine.brand) \(port)", cylinders: 1)
        }
        var wiring = Wiring(
            v8, service("made", function(make), ["engine": ref("v8"), "brand": param("port")], ["one"]),
            service("bare", function { _, arguments in arguments == nil ? Engine(brand: "bare", cylinders: 0) : nil }))
        wiring.parameters = [("port", 80, nil)]
        let container = try wiring.container()
        #expect(try container.resolve("made", as: Engine.self).brand == "one brand,engine V8 80")
        #expect(try container.resolve("bare", as: Engine.self).brand == "bare")
    }

    @Test func mismatchBuildsATransientServiceOnce() throws {
        let made = Counter()
        var wiring = Wiring(service("jaguar", "Car", ["engine": ref("point")]))
        wiring.services.register("point", as: Any.self, scope: .transient) { _ in
            made.add()
            return Probe()
        }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("jaguar", as: Car.self) }
                == "service \"jaguar\": argument \"engine\" expects Engine, got Probe")
        #expect(made.value == 1)
    }

    @Test func unexposedTypeOfTheSameNameIsNotMistakenForTheExposedOne() throws {
        var wiring = Wiring(service("other", .method(of: ref("impostors"), name: "engine")))
        wiring.services.register("impostors") { _ in Impostors() }
        let container = try wiring.container()
        for _ in 0..<2 {
            let text = message { try container.resolve("other", as: Engine.self) }
            #expect(text?.contains("Impostors.Engine and cannot be resolved as MoonwireCoreTests.Engine") == true)
        }
        #expect(try container.resolve("other", as: Impostors.Engine.self).isReal == false)
    }
}

private struct Impostors: Exposed {
    final class Engine: Sendable { let isReal = false }

    static let exposure = Exposure(Impostors.self) {
        Method("engine") { (_: Impostors) in Engine() }
    }
}
