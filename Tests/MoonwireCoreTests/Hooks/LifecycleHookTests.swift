import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// `registered`, `failed` and `released`: the other events in the life of a service.
@Suite struct LifecycleHookTests {
    @Test func registeredHookRunsForEachDefinitionBeforeAnyBuild() throws {
        let seen = Collected<RegisteredDefinition>()
        let built = Counter()
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"], scope: .weak, line: 4),
            service("made", function { _, _ in built.add() as AnyObject }, line: 5), alias("motor", of: "engine"))
        wiring.services.register("clock", file: "App.swift", line: 1) { _ in built.add() }
        wiring.services.addHook(.registered("*")) { definition, _ in seen.append(definition) }
        let container = try wiring.container()
        #expect(built.value == 0)
        #expect(seen.elements.map(\.id) == ["clock", "engine", "made"])
        #expect(seen.elements.map(\.type) == ["Int", "Engine", nil])
        #expect(seen.elements.map(\.scope) == [.shared, .weak, .shared])
        #expect(seen.elements.map { $0.location?.line } == [1, 4, 5])
        _ = try container.resolve("clock", as: Int.self)
        #expect(seen.elements.count == 3)
    }

    /// The spare engine needs no more than its initializer.
    @Test(arguments: ["engine", "spare"])
    func registeredHookCanReadParametersAndCannotBuild(_ id: String) throws {
        let ports = Collected<Int>()
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"], line: 4),
            service("spare", "Engine", ["brand": "b", "cylinders": 4], scope: .transient, line: 4))
        wiring.parameters = [("port", 80, nil)]
        wiring.services.addHook(.registered("engine"), file: "App.swift", line: 9) { _, info in
            ports.append(try info.parameter("port"))
            _ = try info.resolve(id, as: Engine.self)
        }
        let expected = """
            test.lua:4: service "\(id)" was requested while the definitions are being registered
                nothing can be built before the load is complete
                in hook.registered("engine") at App.swift:9
            """
        #expect(message { try wiring.container() } == expected)
        #expect(ports.elements == [80])
    }

    @Test func failingRegisteredHookStopsTheLoad() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"]))
        wiring.services.addHook(.registered("type:Engine"), file: "App.swift", line: 9) { definition, _ in
            throw Breakdown(reason: "\(definition.id) is not allowed")
        }
        #expect(
            message { try wiring.container() }
                == "App.swift:9: hook.registered(\"type:Engine\") failed for service \"engine\": engine is not allowed")
    }

    @Test func failedHookRunsForEachServiceOnThePath() throws {
        let said = Collected<String>()
        var wiring = Wiring(service("car", "Car", ["engine": ref("engine")]))
        wiring.services.register("engine", as: Engine.self, file: "App.swift", line: 1) { _ in
            throw Breakdown(reason: "no oil")
        }
        wiring.services.addHook(.failed("*")) { error, info in
            said.append("\(info.id ?? "") of \(info.path): \(error.diagnostics[0].message)")
        }
        let container = try wiring.container()
        let expected = "service \"engine\" could not be built: no oil"
        #expect(message { try container.resolve("car", as: Car.self) }?.contains(expected) == true)
        #expect(
            said.elements == [
                "engine of [\"car\", \"engine\"]: \(expected)", "car of [\"car\"]: \(expected)",
            ])
        _ = message { try container.resolve("engine", as: Engine.self) }
        #expect(said.elements.count == 3)
    }

    @Test func hookByTypeDoesNotRunBeforeTheTypeIsKnown() throws {
        let said = Collected<String?>()
        var wiring = Wiring(service("made", function { _, _ in throw Breakdown(reason: "no oil") }))
        wiring.services.addHook(.failed("type:Engine")) { _, info in said.append(info.id) }
        wiring.services.addHook(.registered("type:Engine")) { _, info in said.append(info.id) }
        wiring.services.addHook(.failed("made")) { _, info in said.append(info.id) }
        let container = try wiring.container()
        #expect(throws: ContainerError.self) { try container.resolve("made", as: Engine.self) }
        #expect(said.elements == ["made"])
    }

    @Test func failedHookRunsForInstancesThatCannotBeShared() throws {
        let codes = Collected<Diagnostic.Code?>()
        var wiring = Wiring(service("made", function { _, _ in Vehicle() }))
        wiring.services.addHook(.failed("made")) { error, _ in codes.append(error.code) }
        let container = try wiring.container()
        #expect(throws: ContainerError.self) { try container.resolve("made", as: Vehicle.self) }
        #expect(codes.elements == [.notSendable])
    }

    @Test func failingFailedHookIsReportedAndKeepsTheError() throws {
        var wiring = Wiring()
        wiring.services.register("engine", as: Engine.self, file: "App.swift", line: 1) { _ in
            throw Breakdown(reason: "no oil")
        }
        wiring.services.addHook(.failed("engine"), file: "App.swift", line: 9) { _, _ in
            throw Breakdown(reason: "no pen")
        }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("engine", as: Engine.self) }
                == "App.swift:1: service \"engine\" could not be built: no oil")
        #expect(
            container.diagnostics.entries.map(\.description)
                == ["App.swift:9: warning: hook.failed(\"engine\") failed: no pen"])
    }

    @Test func releasedHookRunsAtTheEndOfTheContainer() throws {
        let released = Collected<String>()
        var wiring = Wiring(
            service("a", "Engine", ["brand": "a"]), service("b", "Engine", ["brand": "b"]),
            service("never", "Engine", ["brand": "n"]),
            service("made", function { _, _ in Engine(brand: "m", cylinders: 1) }),
            service("fresh", "Engine", ["brand": "f"], scope: .transient))
        wiring.services.addHook(.released("type:Engine")) { (engine: Engine, info) in
            released.append("\(info.id ?? "") \(engine.brand)")
        }
        do {
            let container = try wiring.container()
            for id in ["b", "a", "made", "fresh"] { _ = try container.resolve(id, as: Engine.self) }
            #expect(released.elements.isEmpty)
        }
        #expect(released.elements == ["made m", "a a", "b b"])
    }

    @Test func releasedHookRunsWhenAnInstanceIsReplaced() throws {
        let released = Collected<String>()
        var wiring = Wiring(service("engine", .synthetic(type: "Engine")))
        wiring.services.addHook(.released("engine")) { (engine: Engine, _) in released.append(engine.brand) }
        let container = try wiring.container()
        let second = Engine(brand: "second", cylinders: 1)
        try container.supply(Engine(brand: "first", cylinders: 1), for: "engine")
        #expect(released.elements.isEmpty)
        try container.supply(second, for: "engine")
        #expect(released.elements == ["first"])
        try container.supply(second, for: "engine")
        #expect(released.elements == ["first"])
    }

    @Test func failingReleasedHookIsReportedAndTheOthersRun() throws {
        let released = Collected<String>()
        var wiring = Wiring(service("engine", .synthetic(type: "Engine")))
        wiring.services.addHook(.released("engine"), file: "App.swift", line: 9) { (_: Engine, _) in
            throw Breakdown(reason: "stuck")
        }
        wiring.services.addHook(.released("engine")) { (engine: Engine, _) in released.append(engine.brand) }
        let container = try wiring.container()
        try container.supply(Engine(brand: "first", cylinders: 1), for: "engine")
        try container.supply(Engine(brand: "second", cylinders: 1), for: "engine")
        #expect(released.elements == ["first"])
        #expect(
            container.diagnostics.entries.map(\.description)
                == ["App.swift:9: warning: hook.released(\"engine\") failed: stuck"])
    }

    @Test func releasedHookCannotBuildAfterTheEnd() throws {
        let said = Collected<String?>()
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"], line: 1))
        wiring.services.addHook(.released("engine")) { (_: Engine, info) in
            said.append(message { try info.resolve("engine", as: Engine.self) })
        }
        do { _ = try wiring.container().resolve("engine", as: Engine.self) }
        #expect(
            said.elements.first??.hasPrefix("service \"engine\" was requested after its container was released") == true
        )
    }

    @Test func instanceIsReleasedAfterItsReleasedHooks() throws {
        let alive = Counter()
        let during = Collected<Int>()
        var wiring = Wiring()
        wiring.services.register("probe") { _ in Probe(alive: alive) }
        wiring.services.addHook(.released("probe")) { (_: Probe, _) in during.append(alive.value) }
        do { _ = try wiring.container().resolve("probe", as: Probe.self) }
        #expect(during.elements == [1])
        #expect(alive.value == 0)
    }

    @Test func manyThreadsReplaceAndEachInstanceIsReleasedOnce() throws {
        let alive = Counter()
        let released = Counter()
        var wiring = Wiring(service("probe", .synthetic(type: "Probe")))
        wiring.services.addHook(.released("probe")) { (_: Probe, _) in released.add() }
        let each = repetitions(2_000, debug: 500)
        do {
            let container = try wiring.container()
            // A thread may release its closure later than its last instance.
            onThreads(4) { [unowned container] _ in
                for _ in 0..<each { try? container.supply(Probe(alive: alive), for: "probe") }
            }
            #expect(released.value == 4 * each - 1)
        }
        #expect(released.value == 4 * each)
        #expect(alive.value == 0)
    }
}
