import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// What hooks name must be there; what only chooses is perhaps a mistake.
@Suite struct HookTargetTests {
    private func report(_ register: (inout Registrations) -> Void) throws -> String {
        var wiring = Wiring(
            service("mailer", "Engine", ["brand": "a"]), service("mailbox", "Probe"),
            service("car", "Car", ["engine": ref("mailer")], scope: .transient), alias("post", of: "mailer"))
        wiring.parameters = [("smtp", ["host": "h"], nil)]
        wiring.preferences = [preference("Settings.volume", 5)]
        register(&wiring.services)
        return try wiring.report()
    }

    @Test(arguments: ["mailer", "post", "mail*", "m?iler", "*", "type:Engine", "type:Driving"])
    func hookTargetsAreFound(target: String) throws {
        #expect(try report { $0.addHook(.failed(target)) { _, _ in } } == "")
    }

    @Test func unknownIdIsAFault() throws {
        let expected = """
            App.swift:3: hook.failed("mialer"): service "mialer" is not defined
                did you mean "mailer"?
            """
        #expect(try report { $0.addHook(.failed("mialer"), file: "App.swift", line: 3) { _, _ in } } == expected)
    }

    @Test func hookWithoutATargetIsAWarning() throws {
        let said = try report { services in
            services.addHook(.failed("mial*"), file: "App.swift", line: 1) { _, _ in }
            services.addHook(.failed("type:Engin"), file: "App.swift", line: 2) { _, _ in }
            services.addHook(.failed("tag:post"), file: "App.swift", line: 3) { _, _ in }
            services.addHook(.failed("mailers*"), file: "App.swift", line: 4) { _, _ in }
            services.addHook(.failed("post*"), file: "App.swift", line: 5) { _, _ in }
        }
        let expected = """
            App.swift:1: warning: hook.failed("mial*") matches no service
            App.swift:2: warning: hook.failed("type:Engin") matches no service
                did you mean "Engine"?
            App.swift:3: warning: hook.failed("tag:post") matches no service
            App.swift:4: warning: hook.failed("mailers*") matches no service
                did you mean "mailer"?
            App.swift:5: warning: hook.failed("post*") matches no service
            """
        #expect(said == expected)
    }

    @Test func hooksByTypeAreNotCheckedWithoutTypes() throws {
        var services = Registrations()
        services.addHook(.failed("type:Engin")) { _, _ in }
        services.addHook(.failed("engin"), file: "App.swift", line: 2) { _, _ in }
        let layer = Wiring(service("engine", "Engine")).layer
        let graph = DefinitionGraph(layers: [services.beneath, layer], types: nil, variables: .process)
        #expect(Validation.check(graph).map(\.location) == [ScriptLocation(file: "App.swift", line: 2)])
    }

    @Test func releasedHookOfATransientServiceIsAWarning() throws {
        let expected =
            "App.swift:3: warning: hook.released(\"car\") never runs: service \"car\" has scope \"transient\", "
            + "and the container holds shared instances only"
        #expect(try report { $0.addHook(.released("car"), file: "App.swift", line: 3) { (_: Car, _) in } } == expected)
    }

    @Test func parametersAreFoundByNameBranchOrPattern() throws {
        let said = try report { services in
            for name in ["smtp", "smtp.host", "smtp.*", "*"] { services.addHook(.parameter(name)) { _, _, _, _ in } }
            services.addHook(.parameter("smtp.hots"), file: "App.swift", line: 1) { _, _, _, _ in }
            services.addHook(.parameter("http.*"), file: "App.swift", line: 2) { _, _, _, _ in }
            services.addHook(.parameter("tag:x"), file: "App.swift", line: 3) { _, _, _, _ in }
        }
        let expected = """
            App.swift:1: hook.parameter("smtp.hots"): parameter "smtp.hots" is not defined
                did you mean "smtp.host"?
            App.swift:2: warning: hook.parameter("http.*") matches no parameter
            App.swift:3: hook.parameter("tag:x"): the target must be the name of a parameter, or a pattern such as "smtp.*"
            """
        #expect(said == expected)
    }

    @Test func hookTargetsOfSlotsAndPreferencesNeedAnOwner() throws {
        let said = try report { services in
            services.addHook(.injected("Dashboard.engine")) { (_: Engine, _: Probe, _) in }
            services.addHook(.preference("Settings.volume")) { _, _, _, _ in }
            services.addHook(.injected("engine"), file: "App.swift", line: 1) { (_: Engine, _: Probe, _) in }
            services.addHook(.preference("volume"), file: "App.swift", line: 2) { _, _, _, _ in }
            services.addHook(.injected("tag:x"), file: "App.swift", line: 3) { (_: Engine, _: Probe, _) in }
        }
        let slot = "a slot such as \"Owner.slot\", \"type:Name\", or a pattern such as \"Owner.*\""
        let expected = """
            App.swift:1: hook.injected("engine"): the target must be \(slot)
            App.swift:2: hook.preference("volume"): the target must be a preference such as "Group.name", or a pattern \
            such as "Group.*"
            App.swift:3: hook.injected("tag:x"): the target must be \(slot)
            """
        #expect(said == expected)
    }

    @Test func eventsRequireOrRefuseATarget() throws {
        var wiring = Wiring()
        wiring.services.addHook(.reloading) { _, _ in }
        let function = SilentHook()
        let layer = Layer(
            name: "test.lua",
            hooks: [
                Hook(.created, nil, origin: Origin(at(1)), function: function),
                Hook(.reloaded, HookTarget("engine"), origin: Origin(at(2)), function: function),
                Hook(.reloaded, nil, origin: Origin(at(3)), function: function),
            ])
        let graph = DefinitionGraph(
            layers: [wiring.services.beneath, layer], types: try Garage.types(), variables: .process)
        let expected = """
            test.lua:1: hook.created: the target must be an id, "tag:name", "type:Name", or a pattern such as "mail*"
            test.lua:2: hook.reloaded("engine"): the event concerns the container as a whole and takes no target
            """
        #expect(Validation.check(graph).map(\.description).joined(separator: "\n") == expected)
    }

    @Test func hookTargetsCanNameNestedOwners() throws {
        #expect(
            try report { $0.addHook(.injected("North.Depot.engine")) { (_: Engine, _: Probe, _) in } }
                .contains("slot \"North.Depot.engine\" is not defined"))
        for target in [".engine", "Depot.", "A..b"] {
            #expect(
                try report { $0.addHook(.injected(target)) { (_: Engine, _: Probe, _) in } }.contains(
                    "the target must be")
            )
        }
    }

    @Test func knownSlotsAndPreferencesAreChecked() throws {
        var wiring = Wiring()
        wiring.services.addHook(.injected("Dashboard.engin"), file: "App.swift", line: 1) { (_: Engine, _: Probe, _) in
        }
        wiring.services.addHook(.injected("*.engin"), file: "App.swift", line: 2) { (_: Engine, _: Probe, _) in }
        wiring.services.addHook(.injected("type:Moter"), file: "App.swift", line: 3) { (_: Engine, _: Probe, _) in }
        wiring.services.addHook(.preference("Settings.volum"), file: "App.swift", line: 4) { _, _, _, _ in }
        for target in ["Dashboard.engine", "*.engine", "type:Motor", "type:Engine"] {
            wiring.services.addHook(.injected(target)) { (_: Engine, _: Probe, _) in }
        }
        wiring.services.addHook(.preference("Settings.*")) { _, _, _, _ in }
        let graph = DefinitionGraph(layers: [wiring.services.beneath], types: try Garage.types(), variables: .process)
        var subjects = HookSubjects(graph)
        subjects.slots = [SlotName(owner: "Dashboard", name: "engine", types: ["Engine", "Motor"])]
        subjects.preferences = ["Settings.volume"]
        let said = wiring.services.beneath.hooks.flatMap { HookTargetCheck.check($0, subjects) }.map(\.description)
        let expected = """
            App.swift:1: hook.injected("Dashboard.engin"): slot "Dashboard.engin" is not defined
                did you mean "Dashboard.engine"?
            App.swift:2: warning: hook.injected("*.engin") matches no slot
                did you mean "Dashboard.engine"?
            App.swift:3: warning: hook.injected("type:Moter") matches no slot
                did you mean "Motor"?
            App.swift:4: hook.preference("Settings.volum"): preference "Settings.volum" is not defined
                did you mean "Settings.volume"?
            """
        #expect(said.joined(separator: "\n") == expected)
    }

    @Test(arguments: [
        ("*", "", true), ("a*", "a", true), ("*b", "aab", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false),
        ("?", "a", true), ("?", "", false), ("a?c", "abc", true), ("a**", "abc", true), ("*a", "ab", false),
        ("m*l*r", "mailer", true), ("é?", "éa", true), ("A*", "abc", false),
    ]) func hookPatternsMatchNames(pattern: String, name: String, fits: Bool) {
        #expect(HookTarget(pattern).matches(name: name) == fits)
    }

    @Test func patternOfManyStarsEndsSoon() {
        let pattern = String(repeating: "*a", count: 200) + "b"
        #expect(!HookTarget(pattern).matches(name: String(repeating: "a", count: 2_000)))
    }

    @Test func exactHookTargetIsNotAPattern() {
        #expect(HookTarget("a*", isExact: true).matches(name: "a*"))
        #expect(!HookTarget("a*", isExact: true).matches(name: "ab"))
    }
}

private final class SilentHook: CallableHookFunction {
    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer { .nothing }
}

extension Layer {
    fileprivate init(name: String, hooks: [Hook]) {
        self.init(name: name)
        self.hooks = hooks
    }
}
