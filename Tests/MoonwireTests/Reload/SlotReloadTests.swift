import Moonwire
import MoonwireSupport
import Testing

/// Slots and their rules across generations.
@Suite struct SlotReloadTests {
    private static let stations = """
        service "end" { type = "Station", args = { name = "end" } }
        service "other" { type = "Station", args = { name = "other" } }
        service "box" { type = "SignalBox" }

        """
    private static let rule = #"inject { slot = "SignalBox.station", value = ref "end" }"#

    private func living(_ rules: String = rule, before: String = stations) throws -> Living {
        try Living(before + rules, types: [SignalBox.self])
    }

    private func box(_ living: Living) throws -> SignalBox { try living.container.resolve("box") }

    @Test func ownerIsKeptWhileItsRulesAreUnchanged() async throws {
        let living = try living()
        let first = try box(living)
        #expect(await first.station.name == "end")
        let comment = "-- a comment\n" + #"inject { type = "Int", value = 3 }"# + "\n"
        #expect(try living.reload(Self.stations + comment + Self.rule) == "kept: box, end")
        let isSame = first === (try box(living))
        #expect(isSame)
    }

    @Test func changedRuleReplacesTheOwner() async throws {
        let living = try living()
        let first = try box(living)
        try living.reload(Self.stations + Self.rule.replacing("end", with: "other"))
        let second = try box(living)
        #expect(first !== second)
        #expect(await [first.station.name, second.station.name] == ["end", "other"])
    }

    @Test(arguments: [
        #"inject { type = "Station", owner = "SignalBox", value = ref "other" }"#, "",
        #"inject { slot = "SignalBox.station", value = skip }"#,
    ])
    func addedOrRemovedRuleReplacesTheOwner(rules: String) throws {
        let living = try living(#"inject { type = "Station", value = ref "end" }"#)
        let first = try box(living)
        if rules.isEmpty {
            // By type there would be two.
            try living.reload(Self.stations.replacing("service \"other\"", with: "-- ") + rules)
        } else {
            try living.reload(Self.stations + #"inject { type = "Station", value = ref "end" }"# + "\n" + rules)
        }
        let isOther = first !== (try box(living))
        #expect(isOther)
    }

    @Test func changedParameterOfARuleReplacesTheOwner() async throws {
        let rules = Self.rule + "\n" + #"inject { slot = "SignalBox.label", value = "box %number%" }"#
        let living = try living("parameters { number = 1 }\n" + rules)
        let first = try box(living)
        #expect(await first.label == "box 1")
        try living.reload(Self.stations + "parameters { number = 2 }\n" + rules)
        let second = try box(living)
        #expect(first !== second)
        #expect(await second.label == "box 2")
    }

    @Test(arguments: [
        #"inline { factory = function() return Station { name = "made" } end }"#,
        #"function(_, c) return c.get "end" end"#,
    ])
    func functionOfARuleKeepsTheOwnerWhileFilesAreUnchanged(value: String) throws {
        let rules = "inject { slot = \"SignalBox.station\", value = \(value) }"
        let living = try living(rules)
        let first = try box(living)
        try living.reload()
        let isSame = first === (try box(living))
        #expect(isSame)
        #expect(try living.reload(Self.stations + rules + "-- a comment").contains("replaced: box (a function"))
    }

    /// The late slot is read long after the owner was built; with unchanged files, functions are the same.
    @Test func whatAFunctionAsksForLaterReplacesTheOwner() async throws {
        let text =
            Self.stations + Self.rule + """

                service "spare" { type = "Station", args = { name = "%env(SPARE)%" } }
                inject { slot = "SignalBox.label", value = function(_, c) return "next to " .. c.get("spare").name end }
                """
        let variables = Lock(["SPARE": "one"])
        let living = try Living(text, variables: variables, types: [SignalBox.self])
        let unread = try box(living)
        variables.withLock { $0["SPARE"] = "two" }
        let first = try living.reload()
        #expect(first.contains("kept: box"))
        #expect(await unread.label == "next to two")
        variables.withLock { $0["SPARE"] = "three" }
        let second = try living.reload()
        #expect(second.contains("replaced: box (changed: box -> spare)"))
        let next = try box(living)
        #expect(await next.label == "next to three")
    }

    /// A service that is built for the slot has no dependencies of its own if it is not shared.
    @Test(arguments: [
        #"function(_, c) return c.get("way").name end"#,
        #"function(owner, c) return c.get("tower").name end"#,
    ])
    func whatIsAskedForAServiceInALaterSlotReplacesTheOwner(function: String) async throws {
        let text =
            Self.stations + Self.rule + """

                service "spare" { type = "Station", args = { name = "%env(SPARE)%" } }
                service "way" {
                    scope = "transient", factory = function(_, c) return Station { name = "to " .. c.get("spare").name } end,
                }
                service "tower" { scope = "transient", factory = function(_, c) return c.get "way" end }
                inject { slot = "SignalBox.label", value = \(function) }
                """
        let variables = Lock(["SPARE": "one"])
        let living = try Living(text, variables: variables, types: [SignalBox.self])
        let unread = try box(living)
        #expect(await unread.label == "to one")
        variables.withLock { $0["SPARE"] = "two" }
        let plan = try living.reload()
        #expect(plan.contains("replaced: box (changed: box -> spare)"))
        let next = try box(living)
        #expect(await next.label == "to two")
    }

    @Test func newOptionalServiceOfARuleReplacesTheOwner() async throws {
        let rules = """
            inject {
                slot = "SignalBox.station",
                value = inline { type = "Station", args = { name = "in", next = optional "late" } },
            }
            """
        let living = try living(rules)
        let first = try box(living)
        #expect(await first.station.next == nil)
        try living.reload(
            Self.stations + rules + "\n" + #"service "late" { type = "Station", args = { name = "late" } }"#)
        let second = try box(living)
        #expect(await second.station.next?.name == "late")
    }

    @Test func changedServiceInASlotReplacesTheOwner() throws {
        let living = try living()
        let first = try box(living)
        let text = Self.stations.replacing(#"name = "end""#, with: #"name = "terminus""#)
        let plan = try living.reload(text + Self.rule)
        #expect(plan.contains("replaced: box (changed: box -> end)"))
        let isOther = first !== (try box(living))
        #expect(isOther)
    }

    @Test func changedServiceReadLaterFromASlotReplacesTheOwner() async throws {
        let spare = #"service "spare" { type = "Station", args = { name = "spare" } }"# + "\n"
        let living = try living(spare + Self.rule)
        let unread = try box(living)
        try living.reload(Self.stations + spare.replacing("name = \"spare\"", with: "name = \"two\"") + Self.rule)
        let isSame = unread === (try box(living))
        #expect(isSame)
        #expect(await unread.spare?.name == "two")
        try living.reload(Self.stations + spare.replacing("name = \"spare\"", with: "name = \"three\"") + Self.rule)
        let next = try box(living)
        #expect(next !== unread)
        #expect(await next.spare?.name == "three")
    }

    @Test func laterReadOfASlotUsesTheNewGeneration() throws {
        let living = try living()
        let dashboard = Platform()
        try living.container.inject(into: dashboard)
        try living.reload(Self.stations.replacing(#"name = "other""#, with: #"name = "new""#) + Self.rule)
        #expect(dashboard.other?.name == "new")
        #expect(dashboard.$other.isFilled)
    }

    @Test func slotsInsideOverridesReceiveTheOverride() async throws {
        let living = try living()
        let outer = Platform()
        try living.container.inject(into: outer)
        try living.container.withOverrides {
            $0.override("other") { _ in Station(name: "replaced", next: nil, later: nil, log: nil) }
        } operation: {
            let inner = Platform()
            try living.container.inject(into: inner)
            #expect(outer.other?.name == "replaced" && inner.other?.name == "replaced")
            // The one that was made outside lives on, and what it was given inside does not.
            #expect(!outer.$other.isFilled && inner.$other.isFilled)
        }
        #expect(outer.other?.name == "other")
    }

    @Test func rulesInjectOverriddenServices() async throws {
        let living = try living()
        try await living.container.withOverrides {
            $0.override("end") { _ in Station(name: "replaced", next: nil, later: nil, log: nil) }
        } operation: {
            let box = try self.box(living)
            #expect(await box.station.name == "replaced")
        }
        let box = try self.box(living)
        #expect(await box.station.name == "end")
    }
}

/// An owner that one container shares between tasks.
actor SignalBox: Exposed {
    @Injected var station: Station
    @Injected("spare") var spare: Station?
    @Lazy var label = "unlabelled"

    static let exposure = Exposure(SignalBox.self) { Initializer { SignalBox() } }
}

/// An owner that the application makes.
private final class Platform {
    @Injected("other") var other: Station?
}
