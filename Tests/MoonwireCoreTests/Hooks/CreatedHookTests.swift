import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// `created`: the instance is built and configured, and nobody has seen it yet.
@Suite struct CreatedHookTests {
    @Test func createdHookRunsAfterEveryStep() throws {
        let log = Collected<String>()
        let configure = ScriptFunction(configure: { probe, _ in (probe as? Probe)?.log.append("configured") })
        var wiring = Wiring(service("probe", .type("Probe"), set: ["first": "a"], configure: configure))
        wiring.services.addHook(.created("probe")) { (probe: Probe, _) in
            for line in probe.log.elements { log.append(line) }
        }
        _ = try wiring.container().resolve("probe", as: Probe.self)
        #expect(log.elements == ["first=a", "configured"])
    }

    @Test(arguments: [ServiceScope.shared, .transient, .graph, .weak]) func createdHookCanReplaceTheInstance(
        scope: ServiceScope
    ) throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "V8"], scope: scope), service("car", "Car", ["engine": ref("engine")])
        )
        wiring.services.addHook(.created("engine")) { (engine: inout Engine, _) in
            engine = Engine(brand: engine.brand + " tuned", cylinders: engine.cylinders)
        }
        let container = try wiring.container()
        #expect(try container.resolve("engine", as: Engine.self).brand == "V8 tuned")
        #expect(try container.resolve("car", as: Car.self).engine.brand == "V8 tuned")
    }

    @Test func createdHookRunsOnceForEachInstance() throws {
        let count = Counter()
        var wiring = Wiring(
            service("shared", "Engine", ["brand": "a"]),
            service("transient", "Engine", ["brand": "b"], scope: .transient))
        wiring.services.addHook(.created("*")) { (_: Engine, _) in count.add() }
        let container = try wiring.container()
        for _ in 0..<3 {
            _ = try container.resolve("shared", as: Engine.self)
            _ = try container.resolve("transient", as: Engine.self)
        }
        #expect(count.value == 4)
    }

    @Test func createdHookPassesItsReplacementToTheNext() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"]))
        wiring.services.addHook(.created("engine")) { (_: inout Engine, _) in }
        wiring.services.addHook(.created("engine")) { (engine: inout Engine, _) in
            engine = Engine(brand: engine.brand + "b", cylinders: 1)
        }
        wiring.services.addHook(.created("engine")) { (engine: inout Engine, _) in
            engine = Engine(brand: engine.brand + "c", cylinders: 1)
        }
        #expect(try wiring.container().resolve(Engine.self).brand == "abc")
    }

    @Test func replacedInstanceOfACreatedHookIsReleased() throws {
        let alive = Counter()
        var wiring = Wiring()
        wiring.services.register("probe") { _ in Probe(alive: alive) }
        wiring.services.addHook(.created("probe")) { (probe: inout Probe, _) in probe = Probe() }
        let container = try wiring.container()
        let found = try container.resolve("probe", as: Probe.self)
        let again = try container.resolve("probe", as: Probe.self)
        let isSame = found === again
        #expect(isSame)
        #expect(alive.value == 0)
    }

    @Test func createdHookCannotReplaceByAnotherType() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"], line: 3))
        wiring.services.addHook(.created("engine"), file: "App.swift", line: 9) { (object: inout AnyObject, _) in
            object = Probe()
        }
        let container = try wiring.container()
        let expected =
            "App.swift:9: hook.created(\"engine\") returned Probe, "
            + "which cannot replace service \"engine\", which is Engine"
        #expect(message { try container.resolve("engine", as: Engine.self) } == expected)
    }

    @Test func typesOfTheSameNameAreQualified() throws {
        var wiring = Wiring(service("engine", "Engine", ["brand": "a"], line: 3))
        wiring.services.addHook(.created("engine"), file: "App.swift", line: 9) { (object: inout AnyObject, _) in
            object = Spare.Engine()
        }
        let container = try wiring.container()
        let expected =
            "App.swift:9: hook.created(\"engine\") returned MoonwireCoreTests.Spare.Engine, "
            + "which cannot replace service \"engine\", which is MoonwireCoreTests.Engine"
        #expect(message { try container.resolve("engine", as: Engine.self) } == expected)
    }

    @Test func createdHookCanReplaceValuesAndProtocols() throws {
        var wiring = Wiring(service("point", "Point", ["x": 1, "y": 2]))
        wiring.services.register("driving", as: (any Driving).self) { _ in
            Car(engine: Engine(brand: "", cylinders: 1), wheels: 4, trailer: nil)
        }
        wiring.services.addHook(.created("point")) { (point: inout Point, _) in point.x += 1 }
        wiring.services.addHook(.created("type:Driving")) { (driving: inout any Driving, _) in driving = Sled() }
        let container = try wiring.container()
        #expect(try container.resolve(Point.self) == Point(x: 2, y: 2))
        #expect(try container.resolve("driving", as: (any Driving).self).wheels == 0)
    }

    @Test func createdHookWithAClosureForAnotherTypeFails() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"]), service("car", "Car", ["engine": ref("engine")]))
        wiring.services.addHook(.created("engi*"), file: "App.swift", line: 9) { (_: Car, _) in }
        let container = try wiring.container()
        let expected = """
            App.swift:9: the closure of a hook expects Car, but service "engine" is Engine
                needed by car -> engine
                in hook.created("engi*") at App.swift:9
            """
        #expect(message { try container.resolve("car", as: Car.self) } == expected)
    }

    @Test func failingHookNamesItsLineAndTargetAndFailsTheBuild() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"], line: 1), service("car", "Car", ["engine": ref("engine")]))
        wiring.services.addHook(.created("type:Engine"), file: "App.swift", line: 9) { (_: Engine, _) in
            throw Breakdown(reason: "no oil")
        }
        let container = try wiring.container()
        let expected = """
            App.swift:9: hook.created("type:Engine") failed for service "engine": no oil
                needed by car -> engine
            """
        #expect(message { try container.resolve("car", as: Car.self) } == expected)
        #expect(
            message { try container.resolve("engine", as: Engine.self) }
                == "App.swift:9: hook.created(\"type:Engine\") failed for service \"engine\": no oil")
    }

    @Test func createdHookReceivesIDTypePathAndServices() throws {
        let seen = Collected<HookInfo>()
        let brands = Collected<String>()
        var wiring = Wiring(
            service("engine", "Engine", ["brand": "a"]), service("car", "Car", ["engine": ref("other name")]),
            service("spare", "Engine", ["brand": "s"]), alias("other name", of: "engine"))
        wiring.parameters = [("color", "red", nil)]
        wiring.services.addHook(.created("other name")) { (_: Engine, info) in
            seen.append(info)
            brands.append(try info.resolve("spare", as: Engine.self).brand)
            brands.append(try info.parameter("color"))
        }
        _ = try wiring.container().resolve("car", as: Car.self)
        let info = try #require(seen.elements.first)
        #expect(seen.elements.count == 1)
        #expect(info.event == .created)
        #expect(info.id == "engine")
        #expect(info.type == "Engine")
        #expect(info.tags == [])
        #expect(info.path == ["car", "engine"])
        #expect(brands.elements == ["s", "red"])
    }

    @Test func createdHookByTypeRunsForTypesKnownOnlyAfterTheBuild() throws {
        var wiring = Wiring(
            service("made", function { _, _ in Engine(brand: "made", cylinders: 1) }),
            service("other", function { _, _ in Probe() }))
        wiring.services.addHook(.created("type:Engine")) { (engine: inout Engine, _) in
            engine = Engine(brand: engine.brand + " and seen", cylinders: 1)
        }
        let container = try wiring.container()
        #expect(container.diagnostics.entries.isEmpty)
        #expect(try container.resolve("made", as: Engine.self).brand == "made and seen")
        #expect(try container.resolve("other", as: Probe.self).log.elements == [])
    }

    @Test func createdHookByTypeRunsForInlineServices() throws {
        var wiring = Wiring(service("car", "Car", ["engine": .inline(service("", "Engine", ["brand": "inline"]))]))
        wiring.services.addHook(.created("type:Engine")) { (engine: inout Engine, _) in
            engine = Engine(brand: engine.brand + " and seen", cylinders: 1)
        }
        #expect(try wiring.container().resolve(Car.self).engine.brand == "inline and seen")
    }

    @Test func replacementThatMayNotBeSharedIsRefused() throws {
        var wiring = Wiring(service("made", function { _, _ in Engine(brand: "made", cylinders: 1) }, line: 2))
        wiring.services.addHook(.created("made")) { (object: inout AnyObject, _) in object = Vehicle() }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("made", as: Engine.self) }?.hasPrefix(
                "test.lua:2: service \"made\" has scope \"shared\", but Vehicle is not Sendable") == true)
    }

    @Test func secretsAreMaskedInWhatAHookSays() throws {
        var wiring = Wiring(
            service("engine", "Engine", ["brand": .environment(env("KEY", secret: true))], scope: .transient))
        wiring.variables = ["KEY": "hunter2"]
        wiring.services.addHook(.created("engine"), file: "App.swift", line: 9) { (engine: Engine, _) in
            throw Breakdown(reason: "no \(engine.brand)")
        }
        let container = try wiring.container()
        #expect(
            message { try container.resolve("engine", as: Engine.self) }
                == "App.swift:9: hook.created(\"engine\") failed: no ***")
    }
}

private struct Sled: Driving { let wheels = 0 }

private enum Spare {
    final class Engine: Sendable {}
}
