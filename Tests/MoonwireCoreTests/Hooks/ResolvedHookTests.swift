import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// `resolved`: each time somebody gets the service, hits included.
@Suite struct ResolvedHookTests {
    @Test func resolvedHookRunsForEveryKindOfHit() throws {
        let count = Counter()
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"]), service("car", "Car", ["engine": ref("engine")]),
            alias("motor", of: "engine"))
        wiring.services.addHook(.resolved("engine")) { (_: Engine, _) in count.add() }
        let container = try wiring.container()
        let engine = try container.resolve("engine", as: Engine.self)
        #expect(count.value == 1)
        let others = [
            try container.resolve("engine", as: Engine.self), try container.resolve(Engine.self),
            try container.resolve(ServiceKey<Engine>("engine")), try container.resolve("motor", as: Engine.self),
            try container.resolve("car", as: Car.self).engine,
        ]
        #expect(count.value == 6)
        let areSame = others.allSatisfy { $0 === engine }
        #expect(areSame)
        _ = try container.resolve("car", as: Car.self)
        #expect(count.value == 6)
    }

    @Test func resolvedHookRunsForProtocolsAndProvidedTypes() throws {
        let count = Counter()
        var wiring = Wiring(
            service("car", "Car", ["engine": ref("engine")]), service("engine", "Engine", ["brand": "a"]))
        wiring.services.addHook(.resolved("type:Driving")) { (_: any Driving, _) in count.add() }
        let container = try wiring.container()
        for _ in 0..<2 {
            _ = try container.resolve("car", as: (any Driving).self)
            _ = try container.resolve((any Driving).self)
            _ = try container.resolve("car", as: Car.self)
        }
        #expect(count.value == 6)
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak]) func resolvedHookRunsForEveryScope(
        scope: ServiceScope
    ) throws {
        let count = Counter()
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"], scope: scope))
        wiring.services.addHook(.resolved("engine")) { (_: Engine, _) in count.add() }
        let container = try wiring.container()
        let kept = try (0..<3).map { _ in try container.resolve("engine", as: Engine.self) }
        #expect(kept.count == 3)
        #expect(count.value == 3)
    }

    @Test func resolvedHookRunsForAServiceOfUnknownType() throws {
        let count = Counter()
        var wiring = Wiring(service("made", function { _, _ in Engine(brand: "made", cylinders: 1) }))
        wiring.services.addHook(.resolved("type:Engine")) { (_: Engine, _) in count.add() }
        wiring.services.addHook(.resolved("type:Car")) { (_: Car, _) in count.add(100) }
        let container = try wiring.container()
        for _ in 0..<3 { _ = try container.resolve("made", as: Engine.self) }
        #expect(count.value == 3)
    }

    @Test func resolvedHookRunsForSuppliedInstances() throws {
        let brands = Collected<String>()
        var wiring = Wiring(service("engine", .synthetic(type: "Engine")))
        wiring.services.addHook(.resolved("engine")) { (engine: Engine, _) in brands.append(engine.brand) }
        let container = try wiring.container()
        try container.supply(Engine(brand: "set", cylinders: 1), for: "engine")
        _ = try container.resolve("engine", as: Engine.self)
        #expect(brands.elements == ["set"])
    }

    @Test func failingHookFailsTheResolve() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"]), service("car", "Car", ["engine": ref("engine")]))
        wiring.services.addHook(.resolved("engine"), file: "App.swift", line: 9) { (_: Engine, _) in
            throw Breakdown(reason: "no oil")
        }
        let container = try wiring.container()
        for _ in 0..<2 {
            #expect(
                message { try container.resolve("engine", as: Engine.self) }
                    == "App.swift:9: hook.resolved(\"engine\") failed: no oil")
        }
        #expect(
            message { try container.resolve("car", as: Car.self) }
                == "App.swift:9: hook.resolved(\"engine\") failed: no oil\n    needed by car -> engine")
    }

    @Test func typeWithSeveralProvidersIsAmbiguousDespiteHooks() throws {
        for hooked in ["a", "b"] {
            var wiring = Wiring(service("a", "Engine", ["brand": "a"]), service("b", "Engine", ["brand": "b"]))
            wiring.services.addHook(.resolved(hooked)) { (_: Engine, _) in }
            let container = try wiring.container()
            for id in ["a", "b"] { _ = try container.resolve(id, as: Engine.self) }
            #expect(message { try container.resolve(Engine.self) }?.contains("2 services provide Engine: a, b") == true)
        }
    }
}
