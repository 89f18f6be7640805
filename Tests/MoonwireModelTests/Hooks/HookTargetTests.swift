import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

/// What hooks name must be there; what only chooses is perhaps a mistake.
@Suite struct HookTargetTests {
    private func report(_ hooks: Hook...) throws -> String {
        var wiring = ModelWiring(
            service("mailer", "Engine", ["brand": "a"]), service("mailbox", "Probe"),
            service("car", "Car", ["engine": ref("mailer")], scope: .transient), alias("post", of: "mailer"))
        wiring.parameters = [("smtp", ["host": "h"], nil)]
        wiring.preferences = [preference("Settings.volume", 5)]
        wiring.hooks = hooks
        return try wiring.report()
    }

    @Test(arguments: ["mailer", "post", "mail*", "m?iler", "*", "type:Engine", "type:Driving"])
    func hookTargetsAreFound(target: String) throws {
        #expect(try report(hook(.failed, target)) == "")
    }

    @Test func unknownIdIsAFault() throws {
        let expected = """
            test.lua:3: hook.failed("mialer"): service "mialer" is not defined
                did you mean "mailer"?
            """
        #expect(try report(hook(.failed, "mialer", line: 3)) == expected)
    }

    @Test func hookWithoutATargetIsAWarning() throws {
        let said = try report(
            hook(.failed, "mial*", line: 1), hook(.failed, "type:Engin", line: 2), hook(.failed, "tag:post", line: 3),
            hook(.failed, "mailers*", line: 4), hook(.failed, "post*", line: 5))
        let expected = """
            test.lua:1: warning: hook.failed("mial*") matches no service
            test.lua:2: warning: hook.failed("type:Engin") matches no service
                did you mean "Engine"?
            test.lua:3: warning: hook.failed("tag:post") matches no service
            test.lua:4: warning: hook.failed("mailers*") matches no service
                did you mean "mailer"?
            test.lua:5: warning: hook.failed("post*") matches no service
            """
        #expect(said == expected)
    }

    @Test func hooksByTypeAreNotCheckedWithoutTypes() throws {
        var wiring = ModelWiring(service("engine", "Engine"))
        wiring.hooks = [hook(.failed, "type:Engin"), hook(.failed, "engin", line: 2)]
        #expect(Validation.check(try wiring.graph(hasTypes: false)).map(\.location) == [at(2)])
    }

    @Test func releasedHookOfATransientServiceIsAWarning() throws {
        let expected =
            "test.lua:3: warning: hook.released(\"car\") never runs: service \"car\" has scope \"transient\", "
            + "and the container holds shared instances only"
        #expect(try report(hook(.released, "car", line: 3)) == expected)
    }

    @Test func parametersAreFoundByNameBranchOrPattern() throws {
        let said = try report(
            hook(.parameter, "smtp"), hook(.parameter, "smtp.host"), hook(.parameter, "smtp.*"), hook(.parameter, "*"),
            hook(.parameter, "smtp.hots", line: 1), hook(.parameter, "http.*", line: 2),
            hook(.parameter, "tag:x", line: 3))
        let expected = """
            test.lua:1: hook.parameter("smtp.hots"): parameter "smtp.hots" is not defined
                did you mean "smtp.host"?
            test.lua:2: warning: hook.parameter("http.*") matches no parameter
            test.lua:3: hook.parameter("tag:x"): the target must be the name of a parameter, or a pattern such as "smtp.*"
            """
        #expect(said == expected)
    }

    @Test func hookTargetsOfSlotsAndPreferencesNeedAnOwner() throws {
        let said = try report(
            hook(.injected, "Dashboard.engine"), hook(.preference, "Settings.volume"),
            hook(.injected, "engine", line: 1), hook(.preference, "volume", line: 2), hook(.injected, "tag:x", line: 3))
        let slot = "a slot such as \"Owner.slot\", \"type:Name\", or a pattern such as \"Owner.*\""
        let expected = """
            test.lua:1: hook.injected("engine"): the target must be \(slot)
            test.lua:2: hook.preference("volume"): the target must be a preference such as "Group.name", or a pattern \
            such as "Group.*"
            test.lua:3: hook.injected("tag:x"): the target must be \(slot)
            """
        #expect(said == expected)
    }

    @Test func eventsRequireOrRefuseATarget() throws {
        var wiring = ModelWiring()
        wiring.hooks = [
            hook(.reloading), hook(.created, line: 1), hook(.reloaded, "engine", line: 2),
            hook(.reloaded, line: 3),
        ]
        let expected = """
            test.lua:1: hook.created: the target must be an id, "tag:name", "type:Name", or a pattern such as "mail*"
            test.lua:2: hook.reloaded("engine"): the event concerns the container as a whole and takes no target
            """
        #expect(try wiring.report() == expected)
    }

    @Test func hookTargetsCanNameNestedOwners() throws {
        #expect(
            try report(hook(.injected, "North.Depot.engine"))
                .contains("slot \"North.Depot.engine\" is not defined"))
        for target in [".engine", "Depot.", "A..b"] {
            #expect(
                try report(hook(.injected, target)).contains(
                    "the target must be")
            )
        }
    }

    @Test func knownSlotsAndPreferencesAreChecked() throws {
        var wiring = ModelWiring()
        wiring.hooks = [
            hook(.injected, "Dashboard.engin", line: 1), hook(.injected, "*.engin", line: 2),
            hook(.injected, "type:Moter", line: 3), hook(.preference, "Settings.volum", line: 4),
            hook(.injected, "Dashboard.engine"), hook(.injected, "*.engine"), hook(.injected, "type:Motor"),
            hook(.injected, "type:Engine"), hook(.preference, "Settings.*"),
        ]
        let graph = try wiring.graph()
        var subjects = HookSubjects(graph)
        subjects.slots = [SlotName(owner: "Dashboard", name: "engine", types: ["Engine", "Motor"])]
        subjects.preferences = ["Settings.volume"]
        let said = wiring.hooks.flatMap { HookTargetCheck.check($0, subjects) }.map(\.description)
        let expected = """
            test.lua:1: hook.injected("Dashboard.engin"): slot "Dashboard.engin" is not defined
                did you mean "Dashboard.engine"?
            test.lua:2: warning: hook.injected("*.engin") matches no slot
                did you mean "Dashboard.engine"?
            test.lua:3: warning: hook.injected("type:Moter") matches no slot
                did you mean "Motor"?
            test.lua:4: hook.preference("Settings.volum"): preference "Settings.volum" is not defined
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
