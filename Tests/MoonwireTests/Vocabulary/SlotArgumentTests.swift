import Moonwire
import Testing

private protocol Posting: Sendable {}

private final class Runner: Exposed, Posting, Sendable {
    static let exposure = Exposure(Runner.self) {
        Initializer { Runner() }
        Provides { $0 as any Posting }
    }
}

/// Has an initializer that needs an argument, so that a slot cannot make one.
private final class Lamp: Exposed, Sendable {
    init(watts: Int) {}

    static let exposure = Exposure(Lamp.self) { Initializer("watts", body: Lamp.init) }
}

private class Desk: Exposed {
    @Injected("smtp") var post: any Posting
    @Injected("spare") var spare: (any Posting)?
    @Lazy var pens = 3

    class var exposure: Exposure {
        Exposure(Desk.self) {
            Initializer { Desk() }
            Property("post", \.post)
            Property("spare", \.spare)
            SlotArguments("post", id: "smtp")
            SlotArguments("spare", id: "spare")
            SlotArguments("pens", hasInitialValue: true)
        }
    }
}

private final class BrightDesk: Desk {
    @Lazy var lamp: Lamp
    @Weak("owner") var owner: Runner?

    override class var exposure: Exposure {
        Exposure(BrightDesk.self) {
            Initializer { BrightDesk() }
            SlotArguments("lamp")
            SlotArguments("owner", id: "owner")
        }
    }
}

/// Slots whose declarations an exposure states, so that a load checks them.
@Suite struct SlotArgumentTests {
    private static let types: [any Exposed.Type] = [Runner.self, Lamp.self, Desk.self, BrightDesk.self]
    private static let smtp = "service \"smtp\" { type = \"Runner\" }\n"

    private func container(_ text: String, registering: (inout Registrations) -> Void = { _ in }) throws -> Container {
        try Container(text: text, types: Self.types, environment: .dev) { registering(&$0) }
    }

    private func remarks(_ container: Container) -> [String] {
        container.diagnostics.entries.map { entry in message { throw ContainerError(entry) } }
    }

    private func remarks(_ text: String) throws -> [String] { remarks(try container(text)) }

    @Test func aCorrectWiringHasNoRemark() throws {
        let text =
            Self.smtp
            + "service \"spare\" { type = \"Runner\" }\nservice \"desk\" { type = \"Desk\", scope = \"transient\" }"
        let container = try container(text)
        _ = try container.resolve("desk", as: Desk.self)
        #expect(remarks(container) == [])
    }

    @Test func aMisspelledIDIsReportedAtLoad() throws {
        let text = """
            service "smpt" { type = "Runner" }
            service "desk" {
                type = "Desk",
                scope = "transient",
            }
            """
        #expect(
            try remarks(text) == [
                """
                container.lua:3: warning: service "desk": slot Desk.post refers to "smtp", which is not defined
                    did you mean "smpt"?
                """
            ])
    }

    @Test func anIDThatIsLikeNoOtherIsReportedForARequiredSlot() throws {
        #expect(
            try remarks(#"service "desk" { type = "Desk", scope = "transient" }"#) == [
                #"container.lua:1: warning: service "desk": slot Desk.post refers to "smtp", which is not defined"#
            ])
        // The container builds none.
        #expect(try remarks("") == [])
    }

    @Test func anOptionalSlotWithAMisspelledIDIsReportedOnce() throws {
        let container = try container(
            Self.smtp
                + "service \"spares\" { type = \"Runner\" }\nservice \"desk\" { type = \"Desk\", scope = \"transient\" }"
        )
        let remark = """
            container.lua:3: warning: service "desk": slot Desk.spare refers to "spare", which is not defined
                did you mean "spares"?
            """
        #expect(remarks(container) == [remark])
        _ = try container.resolve("desk", as: Desk.self)
        #expect(remarks(container) == [remark])
    }

    @Test func aServiceOfAnotherTypeIsReported() throws {
        let found = try remarks(
            """
            service "smtp" { type = "Lamp", args = { watts = 60 } }
            service "desk" { type = "Desk", scope = "transient" }
            """)
        #expect(
            found == [
                """
                container.lua:2: warning: service "desk": slot Desk.post expects Posting, got the service "smtp", which is Lamp
                    if Lamp conforms to Posting, add `Provides { $0 as any Posting }` to its exposure
                """
            ])
    }

    @Test func whatTheDefinitionOrARuleGivesIsNotReported() throws {
        #expect(
            try remarks(
                """
                service "other" { type = "Runner" }
                service "desk" { type = "Desk", scope = "transient", set = { post = ref "other" } }
                """) == [])
        #expect(
            try remarks(
                """
                service "other" { type = "Runner" }
                inject { slot = "Desk.post", value = ref "other" }
                service "desk" { type = "Desk", scope = "transient" }
                """) == [])
    }

    @Test func aRuleForSlotsThatNameIDsAppliesToNone() throws {
        let rule = #"inject { protocol = "Posting", owner = "Desk", value = ref "smtp" }"#
        #expect(
            try remarks(Self.smtp + rule) == [
                """
                container.lua:2: warning: inject protocol Posting of Desk applies to no known slot: slot Desk.post names "smtp"
                    `force = true`, or a rule for the slot, replaces the value in its declaration
                """
            ])
        let forced = rule.replacing(" }", with: ", force = true }")
        #expect(try remarks(Self.smtp + forced) == [])
    }

    @Test func aRuleForLazySlotsWithInitialValuesAppliesToNone() throws {
        #expect(
            try remarks(#"inject { type = "Int", value = 4 }"#) == [
                """
                container.lua:1: warning: inject type Int applies to no known slot: slot Desk.pens has an initial value
                    `force = true`, or a rule for the slot, replaces the value in its declaration
                """
            ])
    }

    @Test func subclassesHaveTheSlotsOfTheirBaseClasses() throws {
        let text = Self.smtp + "service \"lamp\" { type = \"Lamp\", args = { 60 } }\n"
        #expect(
            try remarks(
                text
                    + "service \"owners\" { type = \"Runner\" }\nservice \"desk\" { type = \"BrightDesk\", scope = \"transient\" }"
            )
                == [
                    """
                    container.lua:4: warning: service "desk": slot BrightDesk.owner refers to "owner", which is not defined
                        did you mean "owners"?
                    """
                ])
        #expect(
            try remarks("service \"desk\" { type = \"BrightDesk\", scope = \"transient\" }").last
                == """
                container.lua:1: warning: service "desk": slot BrightDesk.lamp cannot be filled: no service provides Lamp, and no rule is for the slot
                    unless other code assigns the slot, reading it ends the program
                    `inject { slot = "BrightDesk.lamp", value = … }` provides a value
                """)
    }

    @Test func aLazySlotThatNothingMakesIsReportedOnce() throws {
        let container = try container(
            Self.smtp + "service \"desk\" { type = \"BrightDesk\", scope = \"transient\" }")
        #expect(remarks(container).count == 1)
        let desk = try container.resolve("desk", as: BrightDesk.self)
        #expect(throws: ContainerError.self) { try desk.$lamp.get() }
        let other = BrightDesk()
        try container.inject(into: other)
        #expect(throws: ContainerError.self) { try other.$lamp.get() }
        #expect(remarks(container).count == 1)
    }

    @Test func aReplacedRuleHasOneRemark() throws {
        let said = try remarks("inject { type = \"Int\", value = 4 }\ninject { type = \"Int\", value = 5 }")
        #expect(
            said.map { $0.prefix(while: { $0 != "\n" }) } == [
                "container.lua:2: warning: inject type Int applies to no known slot: slot Desk.pens has an initial value",
                "container.lua:2: warning: inject type Int is defined again; this replaces the rule at container.lua:1",
            ])
    }

    @Test func aServiceThatDoesNotAssignTheSlotIsTheOneThatIsReported() throws {
        let text = """
            service "spares" { type = "Runner" }
            service "first" { type = "Desk", scope = "transient", set = { post = ref "spares", spare = ref "spares" } }
            service "second" { type = "Desk", scope = "transient", set = { post = ref "spares" } }
            service "third" { type = "Desk", scope = "transient" }
            """
        #expect(
            try remarks(text) == [
                #"container.lua:4: warning: service "third": slot Desk.post refers to "smtp", which is not defined"#,
                """
                container.lua:4: warning: service "third": slot Desk.spare refers to "spare", which is not defined
                    did you mean "spares"?
                """,
            ])
    }

    @Test func anObjectOfTheApplicationIsNotReportedAgain() throws {
        let container = try container(
            Self.smtp
                + "service \"spares\" { type = \"Runner\" }\nservice \"desk\" { type = \"Desk\", scope = \"transient\" }"
        )
        #expect(remarks(container).count == 1)
        try container.inject(into: Desk())
        #expect(remarks(container).count == 1)
    }

    @Test func aRuleBesideAForcedOneIsPassedOver() throws {
        let said = try remarks(
            "inject { type = \"Int\", value = 4, force = true }\ninject { type = \"Int\", value = 5 }")
        #expect(
            said.map { $0.prefix(while: { $0 != "\n" }) } == [
                "container.lua:2: warning: inject type Int applies to no known slot: slot Desk.pens has an initial value"
            ])
    }

    /// A slot that the exposure does not state is compared when the first object is injected into.
    @Test func otherSlotsOfARegisteredOwnerAreCompared() throws {
        final class Rack: Exposed {
            @Injected("smtp") var post: any Posting
            @Injected("spare") var spare: (any Posting)?

            static var exposure: Exposure { Exposure(Rack.self) { SlotArguments("post", id: "smtp") } }
        }
        let container = try Container(
            text: Self.smtp + "service \"spares\" { type = \"Runner\" }", types: [Runner.self, Rack.self],
            environment: .dev
        ) { $0.registerOwner(Rack.self) }
        #expect(remarks(container) == [])
        try container.inject(into: Rack())
        #expect(
            container.diagnostics.entries.map(\.message) == [
                #"slot Rack.spare refers to "spare", which is not defined"#
            ])
    }

    /// The lines of the application are those of the statement, which can be wrong: it decides about no fault.
    @Test func aWrongStatementIsNoFault() throws {
        final class Tray: Exposed {
            @Injected("smtp") var post: any Posting

            static var exposure: Exposure {
                Exposure(Tray.self) {
                    Initializer { Tray() }
                    SlotArguments("post", id: "label")
                }
            }
        }
        let text = """
            service "smtp" { type = "Runner", scope = "graph" }
            service "label" { type = "Runner", scope = "graph", args = {} }
            service "tray" { type = "Tray", scope = "transient" }
            """
        let container = try Container(text: text, types: [Runner.self, Tray.self], environment: .dev)
        #expect(remarks(container) == [])
        _ = try container.resolve("tray", as: Tray.self)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                #"slot Tray.post names "smtp", but the exposure of Tray states that it names "label""#
            ])
    }

    @Test func anOwnerThatNothingMentionsIsReportedWhenItIsInjectedInto() throws {
        let container = try container(Self.smtp + "service \"spares\" { type = \"Runner\" }")
        #expect(remarks(container) == [])
        try container.inject(into: Desk())
        #expect(
            remarks(container) == [
                """
                MoonwireTests/SlotArgumentTests.swift:22: warning: slot Desk.spare refers to "spare", which is not defined
                    did you mean "spares"?
                """
            ])
    }

    @Test func aManifestContainsWhatExposuresState() throws {
        let text = "service \"smpt\" { type = \"Runner\" }\nservice \"desk\" { type = \"Desk\", scope = \"transient\" }"
        let container = try container(text)
        let types = try TypeRegistry(manifest: try container.types.manifest())
        let folder = Scratch()
        try folder.write(text, "container.lua")
        var wiring = ScriptWiring(scripts: [folder.path("container.lua")])
        wiring.types = types
        let found = ScriptCheck(wiring, environment: "dev").run().diagnostics.map(\.message)
        #expect(found == container.diagnostics.entries.map(\.message) && found.count == 1)
    }

    @Test func anOwnerOfTheApplicationIsCheckedByItsExposure() throws {
        let container = try container(
            Self.smtp + #"inject { type = "Int", owner = "Desk", value = 4 }"#
        ) { $0.registerOwner(Desk.self) }
        #expect(
            remarks(container).map { $0.prefix(while: { $0 != "\n" }) } == [
                "container.lua:2: warning: inject type Int of Desk applies to no known slot: slot Desk.pens has an initial value"
            ])
    }
}
