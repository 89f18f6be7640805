import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite struct ReferenceTests {
    private let engines = [
        service("ingenium", "Engine", ["brand": "INGENIUM"]), service("v8", "Engine", ["brand": "V8", "cylinders": 8]),
    ]

    private func container(_ more: Definition...) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = engines + more
        return try wiring.container()
    }

    @Test func referencesAreResolvedInListsAndMaps() throws {
        let container = try container(
            service("jaguar", "Car", ["engine": ref("v8")]),
            service(
                "fleet", "Fleet",
                [
                    "engines": [ref("ingenium"), ref("v8")], "byName": ["small": ref("ingenium")],
                    "drivers": [ref("jaguar")],
                ]))
        let fleet = try container.resolve("fleet", as: Fleet.self)
        #expect(fleet.engines.map(\.brand) == ["INGENIUM", "V8"])
        #expect(fleet.byName.mapValues(\.brand) == ["small": "INGENIUM"])
        #expect(fleet.drivers.map(\.wheels) == [4])
        let v8 = try container.resolve("v8", as: Engine.self)
        #expect(fleet.engines[1] === v8)
    }

    @Test func optionalReferenceToAnUnknownServiceIsNilInAList() throws {
        let container = try container(
            service("jaguar", "Car", ["engine": ref("v8"), "trailer": ref("caravan", .optional)]),
            service("fleet", "Fleet", ["optionals": [ref("v8"), ref("missing", .optional)]]))
        #expect(try container.resolve("jaguar", as: Car.self).trailer == nil)
        #expect(try container.resolve("fleet", as: Fleet.self).optionals.map(\.?.brand) == ["V8", nil])
    }

    @Test func optionalReferenceToAServiceThatFailsStillFails() throws {
        var wiring = Wiring(service("jaguar", "Car", ["engine": ref("v8"), "trailer": ref("caravan", .optional)]))
        wiring.definitions += engines
        wiring.services.register("caravan", as: (any Driving).self, file: "App.swift", line: 3) { _ in
            throw Breakdown(reason: "flat tyre")
        }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("jaguar", as: Car.self) } == """
                App.swift:3: service "caravan" could not be built: flat tyre
                    needed by jaguar -> caravan
                """)
    }

    @Test func optionalReferenceForARequiredArgumentIsAFault() throws {
        #expect(
            message { try container(service("jaguar", "Car", ["engine": ref("v12", .optional)], line: 4)) }
                == "test.lua:4: service \"jaguar\": argument \"engine\" expects Engine, got nil")
    }

    @Test func lazyResolvesOnceAndProviderEachTime() throws {
        let made = Counter()
        var wiring = Wiring(
            service("remote", "Remote", ["engine": ref("motor", .lazy), "engines": ref("motor", .provider)]))
        wiring.services.register("motor", scope: .transient) { _ in Engine(brand: "M\(made.add())", cylinders: 1) }
        let container = try wiring.container()
        let remote = try container.resolve("remote", as: Remote.self)
        #expect(made.value == 0)
        #expect(try remote.engine().brand == "M1")
        #expect(try remote.engine().brand == "M1")
        #expect(try remote.engines?().brand == "M2")
        #expect(try remote.engines?().brand == "M3")
    }

    @Test func handlesResolveTheSharedInstance() throws {
        let container = try container(
            service("remote", "Remote", ["engine": ref("v8", .lazy), "engines": ref("v8", .provider)]))
        let remote = try container.resolve("remote", as: Remote.self)
        let v8 = try container.resolve("v8", as: Engine.self)
        let (lazy, provided) = (try remote.engine(), try remote.engines?())
        #expect(lazy === v8 && provided === v8)
    }

    @Test func handleAndServiceCannotReplaceEachOther() throws {
        #expect(
            message { try container(service("jaguar", "Car", ["engine": ref("v8", .lazy)], line: 4)) }
                == "test.lua:4: service \"jaguar\": argument \"engine\" expects Engine, got `lazy \"v8\"`")
        #expect(
            message { try container(service("remote", "Remote", ["engine": ref("v8")], line: 5)) }
                == """
                test.lua:5: service "remote": argument "engine" expects LazyService<Engine>, got the service "v8"
                """)
        #expect(
            message { try container(service("remote", "Remote", ["engine": ref("v8", .provider)], line: 6)) }
                == """
                test.lua:6: service "remote": argument "engine" expects LazyService<Engine>, got `provider "v8"`
                """)
    }

    @Test func inlineServiceIsBuiltForEachUse() throws {
        let inner = service("", "Engine", ["brand": param("brand")])
        var wiring = Wiring(
            service("one", "Car", ["engine": .inline(inner)]), service("other", "Car", ["engine": .inline(inner)]))
        wiring.parameters = [("brand", "INLINE", 1)]
        let container = try wiring.container()
        let one = try container.resolve("one", as: Car.self)
        let other = try container.resolve("other", as: Car.self)
        #expect(one.engine.brand == "INLINE")
        #expect(one.engine !== other.engine)
    }

    @Test func objectIsPassedUnchanged() throws {
        let engine = Engine(brand: "OWN", cylinders: 3)
        let container = try container(service("jaguar", "Car", ["engine": .object(engine)]))
        #expect(try container.resolve("jaguar", as: Car.self).engine === engine)
    }
}
