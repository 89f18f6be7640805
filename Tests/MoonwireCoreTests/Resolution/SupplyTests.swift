import MoonwireCore
import MoonwireValues
import Testing

@Suite struct SupplyTests {
    private let wiring = Wiring(
        service("engine", .synthetic(type: "Engine"), line: 1),
        service("anything", .synthetic(type: nil)),
        service("jaguar", "Car", ["engine": ref("engine")], line: 2),
        service("each", "Engine", ["brand": "E"], scope: .transient, line: 3))

    @Test func syntheticServiceIsTheSuppliedInstance() throws {
        let container = try wiring.container()
        let engine = Engine(brand: "own", cylinders: 1)
        try container.supply(engine, for: "engine")
        let supplied = try container.resolve("engine", as: Engine.self)
        let inside = try container.resolve("jaguar", as: Car.self).engine
        #expect(supplied === engine && inside === engine)
        try container.supply(Point(x: 1, y: 2), for: "anything")
        #expect(try container.resolve("anything", as: Point.self) == Point(x: 1, y: 2))
    }

    @Test func syntheticServiceWithoutInstanceIsAnErrorWithThePath() throws {
        let container = try wiring.container()
        #expect(
            message { try container.resolve("jaguar", as: Car.self) } == """
                test.lua:1: service "engine" is synthetic, and the application has not supplied it
                    needed by jaguar -> engine
                    call `container.supply(…, for: "engine")` before it is needed
                """)
        try container.supply(Engine(brand: "late", cylinders: 1), for: "engine")
        #expect(try container.resolve("jaguar", as: Car.self).engine.brand == "late")
    }

    @Test func instanceOfAnotherTypeIsRefused() throws {
        let container = try wiring.container()
        #expect(
            message { try container.supply(Point(x: 1, y: 2), for: "engine") }
                == "test.lua:1: service \"engine\" expects Engine, got Point")
        #expect(
            message { try container.supply(Other.Car(), for: "jaguar") } == """
                test.lua:2: service "jaguar" expects MoonwireCoreTests.Car, got MoonwireCoreTests.Other.Car
                """)
        #expect(message { try container.supply(1, for: "unheard") } == "service \"unheard\" is not defined")
        #expect(
            message { try container.supply(Engine(brand: "x", cylinders: 1), for: "engin") } == """
                service "engin" is not defined
                    did you mean "engine"?
                """)
        #expect(
            message { try container.supply(Engine(brand: "x", cylinders: 1), for: "each") } == """
                test.lua:3: service "each" has scope "transient" and cannot be supplied
                    only shared services can be supplied
                """)
    }

    @Test func instanceInPlaceOfASwiftServiceMustBeOfItsType() throws {
        var wiring = Wiring()
        wiring.services.register("clock", file: "App.swift", line: 7) { _ in Clock(hour: 1) }
        wiring.services.register("driver", as: (any Driving).self, file: "App.swift", line: 8) { _ in Scooter(wheels: 2)
        }
        let container = try wiring.container()
        #expect(
            message { try container.supply(Engine(brand: "x", cylinders: 1), for: "clock") }
                == "App.swift:7: service \"clock\" expects Clock, got Engine")
        #expect(
            message { try container.supply(Clock(hour: 2), for: "driver") }
                == "App.swift:8: service \"driver\" expects Driving, got Clock")
        #expect(try container.resolve(Clock.self).hour == 1)
        try container.supply(Clock(hour: 2), for: "clock")
        try container.supply(Scooter(wheels: 5), for: "driver")
        #expect(try container.resolve(Clock.self).hour == 2)
        #expect(try container.resolve((any Driving).self).wheels == 5)
    }

    @Test func subclassIsAcceptedWhereItsBaseIsWanted() throws {
        var wiring = Wiring()
        wiring.services.register("base") { _ in Base() }
        let container = try wiring.container()
        try container.supply(Derived(), for: "base")
        #expect(try container.resolve("base", as: Base.self).name == "derived")
        #expect(try container.resolve("base", as: Base.self).name == "derived")
    }

    @Test func suppliedInstanceReplacesABuiltOne() throws {
        var wiring = wiring
        wiring.definitions.append(service("v8", "Engine", ["brand": "V8"]))
        let container = try wiring.container()
        #expect(try container.resolve("v8", as: Engine.self).brand == "V8")
        try container.supply(Engine(brand: "V12", cylinders: 12), for: "v8")
        #expect(try container.resolve("v8", as: Engine.self).brand == "V12")
    }
}

private final class Clock: Sendable {
    let hour: Int
    init(hour: Int) { self.hour = hour }
}

private struct Scooter: Driving { let wheels: Int }

private enum Other {
    final class Car: Sendable {}
}

private class Base: @unchecked Sendable {  // Immutable.
    var name: String { "base" }
}

private final class Derived: Base, @unchecked Sendable {  // Immutable.
    override var name: String { "derived" }
}
