import MoonwireCore
import MoonwireValues
import Testing

extension ServiceKey<Car> {
    fileprivate static let jaguar = ServiceKey("jaguar")
}

@Suite struct ResolveTests {
    private let wiring = Wiring(
        service("ingenium", "Engine", ["brand": "INGENIUM"]),
        service("jaguar", "Car", ["engine": ref("ingenium")]),
        service("origin", "Point", ["x": 3, "y": 4]))

    @Test func sharedServiceIsBuiltOnceForEveryKindOfResolve() throws {
        let container = try wiring.container()
        let car = try container.resolve("jaguar", as: Car.self)
        let byType = try container.resolve(Car.self)
        let byKey = try container.resolve(.jaguar)
        let inferred: Car = try container.resolve("jaguar")
        #expect(car === byType && car === byKey && car === inferred)
        #expect(car.wheels == 4 && car.engine.brand == "INGENIUM" && car.engine.cylinders == 4)
        let engine = try container.resolve(ServiceKey<Engine>("ingenium"))
        #expect(engine === car.engine)
    }

    @Test func protocolIsResolvedByItsProvider() throws {
        let container = try wiring.container()
        let first = try container.resolve((any Driving).self)
        let again = try container.resolve((any Driving).self)
        let byId = try container.resolve("jaguar", as: (any Driving).self)
        #expect(first as? Car === again as? Car && first as? Car === byId as? Car)
        #expect(first.wheels == 4)
    }

    @Test func structCanBeAService() throws {
        let container = try wiring.container()
        #expect(try container.resolve("origin", as: Point.self) == Point(x: 3, y: 4))
        #expect(try container.resolve(Point.self) == Point(x: 3, y: 4))
        #expect(try container.resolve("origin", as: Point.self) == Point(x: 3, y: 4))
    }

    @Test func unknownIdIsAnErrorWithTheNearestNames() throws {
        let container = try wiring.container()
        #expect(
            message { try container.resolve("jagaur", as: Car.self) } == """
                service "jagaur" is not defined
                    did you mean "jaguar"?
                """)
        #expect(!container.contains("jagaur"))
        #expect(container.contains("jaguar"))
    }

    @Test func wrongTypeIsAnError() throws {
        let container = try wiring.container()
        let expected = "service \"ingenium\" is Engine and cannot be resolved as Car"
        #expect(message { try container.resolve("ingenium", as: Car.self) } == expected)
        _ = try container.resolve("ingenium", as: Engine.self)
        #expect(message { try container.resolve("ingenium", as: Car.self) } == expected)
        #expect(message { try container.resolve(ServiceKey<Car>("ingenium")) } == expected)
        #expect(
            message { try container.resolve("ingenium", as: (any Driving).self) } == """
                service "ingenium" is Engine and cannot be resolved as Driving
                    `Provides { $0 as any Driving }` in an exposure lets it be resolved as a protocol
                """)
    }

    @Test func severalProvidersOfATypeAreAnError() throws {
        var wiring = wiring
        wiring.definitions.append(service("v8", "Engine", ["brand": "V8"]))
        let container = try wiring.container()
        #expect(
            message { try container.resolve(Engine.self) } == """
                2 services provide Engine: ingenium, v8
                    resolve one of them by its id
                """)
        #expect(message { try container.resolve(Fleet.self) } == "no service provides Fleet")
    }

    @Test func aliasIsNotAnotherProviderOfItsType() throws {
        var wiring = wiring
        wiring.definitions += [alias("motor", of: "power"), alias("power", of: "ingenium")]
        let container = try wiring.container()
        let engine = try container.resolve("ingenium", as: Engine.self)
        let aliased = try container.resolve("motor", as: Engine.self)
        let byType = try container.resolve(Engine.self)
        #expect(engine === aliased && engine === byType)
        #expect(container.contains("motor"))
    }

    @Test func idsAreCaseSensitive() throws {
        let container = try wiring.container()
        #expect(!container.contains("Jaguar"))
        #expect(message { try container.resolve("Jaguar", as: Car.self) }?.contains("did you mean \"jaguar\"?") == true)
    }

    @Test func typeThatProvidesTheSameProtocolTwiceIsOneProvider() throws {
        var wiring = Wiring()
        wiring.services.register("sidecar", as: Sidecar.self) { _ in Sidecar() }
        let container = try wiring.container()
        #expect(try container.resolve((any Driving).self).wheels == 3)
        #expect(try container.resolve((any Driving).self).wheels == 3)
    }
}

private struct Sidecar: Driving, Exposed {
    let wheels = 3
    static let exposure = Exposure(Sidecar.self) {
        Provides { $0 as any Driving }
        Provides { $0 as any Driving }
    }
}
