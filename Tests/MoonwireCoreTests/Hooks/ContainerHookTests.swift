import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Hooks of slots, preferences and reloads, as those who fill, change and reload will run them.
@Suite struct ContainerHookTests {
    private let slot = SlotName(owner: "Dashboard", name: "engine", types: ["Engine"])

    @Test func injectedHookReceivesTheValueAndTheOwner() throws {
        let said = Collected<String>()
        var wiring = Wiring()
        wiring.services.addHook(.injected("Dashboard.engine"), priority: -1) { (engine: Engine, owner: Probe, info) in
            owner.log.append(engine.brand)
            said.append("\(info.id ?? "") \(info.type ?? "")")
        }
        wiring.services.addHook(.injected("*.engine")) { (_: Engine, _: Probe, _) in said.append("pattern") }
        wiring.services.addHook(.injected("type:Engine")) { (_: Engine, _: Probe, _) in said.append("type") }
        wiring.services.addHook(.injected("type:Car")) { (_: Engine, _: Probe, _) in said.append("other type") }
        wiring.services.addHook(.injected("Dashboard.spare")) { (_: Engine, _: Probe, _) in said.append("other slot") }
        let container = try wiring.container()
        let hooks = try #require(try container.hooks.hooks(of: slot))
        let owner = Probe()
        try container.hooks.injected(Engine(brand: "V8", cylinders: 8), into: owner, hooks)
        #expect(said.elements == ["pattern", "type", "Dashboard.engine Engine"])
        #expect(owner.log.elements == ["V8"])
    }

    @Test func slotWithoutHooksRunsNone() throws {
        var wiring = Wiring()
        wiring.services.addHook(.injected("Dashboard.spare")) { (_: Engine, _: Probe, _) in }
        #expect(try wiring.container().hooks.hooks(of: slot) == nil)
    }

    @Test func failingInjectedHookNamesTheSlot() throws {
        var wiring = Wiring()
        wiring.services.addHook(.injected("Dashboard.*"), file: "App.swift", line: 9) { (_: Engine, _: Probe, _) in
            throw Breakdown(reason: "no oil")
        }
        let container = try wiring.container()
        let hooks = try #require(try container.hooks.hooks(of: slot))
        #expect(
            message { try container.hooks.injected(Engine(brand: "V8", cylinders: 8), into: Probe(), hooks) }
                == "App.swift:9: hook.injected(\"Dashboard.*\") failed for slot \"Dashboard.engine\": no oil")
    }

    @Test func preferenceHookReceivesTheNameAndBothValues() throws {
        let said = Collected<String>()
        var wiring = Wiring.of(preference("Settings.volume", 5))
        wiring.services.addHook(.preference("Settings.volume")) { name, new, old, _ in
            said.append("\(name) \(new) \(old)")
        }
        wiring.services.addHook(.preference("Settings.v*"), priority: 1) { name, _, _, _ in said.append(name) }
        wiring.services.addHook(.preference("Other.*")) { _, _, _, _ in said.append("other") }
        try wiring.container().hooks.preferenceChanged("Settings.volume", new: 6, old: 5)
        #expect(said.elements == ["Settings.volume", "Settings.volume 6 5"])
    }

    @Test func reloadingHookReceivesThePlan() throws {
        let plans = Collected<PlainValue>()
        var wiring = Wiring()
        wiring.services.addHook(.reloading) { plan, info in
            plans.append(plan)
            #expect(info.id == nil)
        }
        try wiring.container().hooks.veto(["added": 1])
        #expect(plans.elements == [["added": 1]])
    }

    @Test func failingReloadingHookVetoesTheReload() throws {
        let said = Collected<String>()
        var wiring = Wiring()
        wiring.services.addHook(.reloading, file: "App.swift", line: 9) { _, _ in throw Breakdown(reason: "at work") }
        wiring.services.addHook(.reloading) { _, _ in said.append("not asked any more") }
        let container = try wiring.container()
        #expect(
            message { try container.hooks.veto(.null) } == "App.swift:9: hook.reloading failed: at work")
        #expect(said.elements == [])
    }

    @Test func vetoingReloadingHookGivesItsReason() throws {
        for (reason, expected) in [
            ("at work", "hook.reloading vetoed the reload: at work"), (nil, "hook.reloading vetoed the reload"),
        ] {
            var layer = Layer(name: "test.lua")
            layer.hooks = [Hook(.reloading, nil, origin: Origin(at(3)), function: Vetoing(reason))]
            let container = try Container(layers: [layer], types: try Garage.types())
            #expect(
                message { try container.hooks.veto(.null) }
                    == "test.lua:3: \(expected)\n    change or remove this hook to reload despite its veto")
        }
    }

    @Test func failingReloadedHookIsReportedAndTheOthersRun() throws {
        let plans = Collected<PlainValue>()
        var wiring = Wiring()
        wiring.services.addHook(.reloaded, file: "App.swift", line: 9) { _, _ in throw Breakdown(reason: "no ink") }
        wiring.services.addHook(.reloaded) { plan, _ in plans.append(plan) }
        let container = try wiring.container()
        try container.hooks.reloaded(["kept": 2])
        #expect(plans.elements == [["kept": 2]])
        #expect(
            container.diagnostics.entries.map(\.description)
                == ["App.swift:9: warning: hook.reloaded failed: no ink"])
    }
}

private final class Vetoing: CallableHookFunction {
    private let reason: String?

    init(_ reason: String?) {
        self.reason = reason
    }

    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer { .veto(reason) }
}
