import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct ScopeTests {
    private func container(_ scope: ServiceScope) throws -> Container {
        try Wiring(
            service("engine", "Engine", ["brand": "E"], scope: scope),
            service("one", "Car", ["engine": ref("engine")], scope: .transient),
            service(
                "fleet", "Fleet", ["engines": [ref("engine"), ref("engine")], "drivers": [ref("one"), ref("one")]])
        ).container()
    }

    private func engines(_ container: Container) throws -> [ObjectIdentifier] {
        let fleet = try container.resolve("fleet", as: Fleet.self)
        let inCars = fleet.drivers.compactMap { ($0 as? Car)?.engine }
        return (fleet.engines + inCars).map(ObjectIdentifier.init)
    }

    @Test func sharedIsOneForTheContainer() throws {
        let container = try container(.shared)
        let engine = try container.resolve("engine", as: Engine.self)
        #expect(Set(try engines(container)) == [ObjectIdentifier(engine)])
    }

    @Test func transientIsNewForEachReferenceAndResolve() throws {
        let container = try container(.transient)
        #expect(Set(try engines(container)).count == 4)
        let one = try container.resolve("engine", as: Engine.self)
        let other = try container.resolve("engine", as: Engine.self)
        #expect(one !== other)
    }

    @Test func graphIsOneForEachOutermostResolve() throws {
        let container = try container(.graph)
        #expect(Set(try engines(container)).count == 1)
        let one = try container.resolve("engine", as: Engine.self)
        let other = try container.resolve("engine", as: Engine.self)
        #expect(one !== other)
    }

    @Test func graphScopeIncludesResolvesOfFactories() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "E"], scope: .graph))
        wiring.services.register("pair") { resolver in
            let one = try resolver.resolve("engine", as: Engine.self)
            let other = try resolver.resolve("engine", as: Engine.self)
            return Fleet([one, other], [:], [], [])
        }
        let pair = try wiring.container().resolve("pair", as: Fleet.self)
        #expect(pair.engines[0] === pair.engines[1])
    }

    @Test func graphEndsWithAFailedBuild() throws {
        let tries = Counter()
        var wiring = Wiring(service("engine", "Engine", ["brand": "E"], scope: .graph))
        let seen = Collected<Engine>()
        wiring.services.register("failing", scope: .transient) { resolver -> Car in
            seen.append(try resolver.resolve("engine"))
            throw Breakdown(reason: "try \(tries.add())")
        }
        let container = try wiring.container()
        for _ in 0..<2 { #expect(throws: ContainerError.self) { try container.resolve("failing", as: Car.self) } }
        #expect(seen.elements[0] !== seen.elements[1])
    }

    @Test func weakServiceIsRebuiltAfterItIsReleased() throws {
        let alive = Counter()
        var wiring = Wiring()
        wiring.services.register("probe", scope: .weak) { _ in Probe(alive: alive) }
        let container = try wiring.container()
        var held: Probe? = try container.resolve("probe")
        #expect(try container.resolve("probe", as: Probe.self) === held)
        #expect(alive.value == 1)
        held = nil
        #expect(alive.value == 0)
        held = try container.resolve("probe")
        #expect(alive.value == 1)
    }

    @Test func typeThatIsNotSendableMayBeTransientOrOfOneGraph() throws {
        let wiring = Wiring(
            service("each", .type("Vehicle"), scope: .transient, set: ["name": "van"]),
            service("graph", .type("Vehicle"), scope: .graph))
        let container = try wiring.container()
        let van = try container.resolve("each", as: Vehicle.self)
        #expect(van.name == "van")
        #expect(try container.resolve("graph", as: Vehicle.self) !== van)
    }

    @Test func typeThatIsNotSendableIsRefusedWhereItWouldBeShared() throws {
        #expect(
            message { try Wiring(service("van", "Vehicle", line: 3)).container() } == """
                test.lua:3: service "van" has scope "shared", but Vehicle is not Sendable
                    use scope "transient" or "graph", or make Vehicle Sendable
                """)
        var wiring = Wiring()
        wiring.services.register("diary", scope: .shared, file: "App.swift", line: 9) { _ in Diary() }
        #expect(
            message { try wiring.container() } == """
                App.swift:9: service "diary" has scope "shared", but Diary is not Sendable
                    use scope "transient" or "graph", or make Diary Sendable
                """)
    }

    @Test func functionMustNotShareATypeThatIsNotSendable() throws {
        let wiring = Wiring(
            service("van", function { _, _ in Vehicle() }, line: 3),
            service("own", function { _, _ in Vehicle() }, scope: .transient))
        let container = try wiring.container()
        #expect(
            message { try container.resolve("van", as: Vehicle.self) } == """
                test.lua:3: service "van" has scope "shared", but Vehicle is not Sendable
                    use scope "transient" or "graph", or make Vehicle Sendable
                """)
        #expect(try container.resolve("own", as: Vehicle.self).name == "")
    }

    @Test func typeThatIsNotSendableIsRefusedAsSendable() throws {
        let container = try Wiring(service("van", function { _, _ in Vehicle() }, scope: .transient, line: 3))
            .container()
        #expect(
            message { try container.resolve("van", as: (any Sendable).self) }
                == "test.lua:3: service \"van\" is Vehicle, which is not Sendable, but was requested as a Sendable type"
        )
    }

    /// A tram needs no more than its initializer, and is found by its type, which asks for less than the general way does.
    @Test func providedTypeIsRefusedAsSendable() throws {
        let container = try Wiring(service("tram", "Tram", scope: .transient, line: 3)).container(types: [Tram.self])
        for _ in 1...2 {
            #expect(try container.resolve(Tram.self).stops == 4)
            #expect(
                message { try container.resolve(Bell.self) }
                    == "test.lua:3: service \"tram\" is Tram, which is not Sendable, but was requested as a Sendable type"
            )
        }
    }
}

/// Known to nobody but the one who registers it.
private final class Diary {
    var pages: [String] = []
}

private final class Tram: Exposed {
    var stops = 4

    static var exposure: Exposure {
        Exposure(Tram.self) {
            Initializer { Tram() }
            Provides { _ in Bell() }
        }
    }
}

private final class Bell: Sendable {}
