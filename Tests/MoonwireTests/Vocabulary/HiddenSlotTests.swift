import HiddenSlots
import Moonwire
import Testing

/// Slots of modules without metadata for reflection, which no container finds: nothing is skipped in silence.
@Suite struct HiddenSlotTests {
    final class Heir: HiddenBase, Exposed {
        @Injected var engine: Engine

        static let exposure = Exposure(Heir.self) { Initializer { Heir() } }
    }

    private static let fault = """
        nothing can be injected into Heir: the runtime does not know the fields of its base class HiddenBase
            compile its module without `-disable-reflection-metadata`
        """

    @Test func aBaseClassWithUnknownSlotsIsAnErrorOfInject() throws {
        let container = try wire(#"service "engine" { type = "Engine", args = { brand = "x" } }"#)
        #expect(message { try container.inject(into: Heir()) } == Self.fault)
        #expect(message { _ = try wire("") { $0.registerOwner(Heir.self) } } == Self.fault)
    }

    @Test func aBaseClassWithUnknownSlotsIsAnErrorOfTheBuild() throws {
        let script = """
            service "engine" { type = "Engine", args = { brand = "x" } }
            service "child" { type = "Heir", scope = "transient" }
            """
        let container = try wire(script, types: [Heir.self, Engine.self])
        #expect(
            message { _ = try container.resolve("child", as: Heir.self) } == """
                nothing can be injected into Heir: the runtime does not know the fields of its base class HiddenBase
                    in service "child"
                    compile its module without `-disable-reflection-metadata`
                """)
    }

    /// Such a class may have no slots: that is not known.
    @Test func aServiceOfAClassWithUnknownFieldsIsAWarning() throws {
        let script = """
            service "locker" { type = "HiddenLocker", scope = "transient" }
            service "other" { type = "HiddenLocker", scope = "transient" }
            """
        let container = try wire(script, types: [HiddenLocker.self])
        let said = container.diagnostics.entries.map(\.description)
        #expect(said.count == 1)
        #expect(
            said.first?.hasSuffix(
                """
                container.lua:1: warning: service "locker": the runtime does not know the fields of HiddenLocker, \
                so its slots, if it has any, are not filled
                    compile its module without `-disable-reflection-metadata`
                """) == true)
        #expect(try container.resolve("locker", as: HiddenLocker.self).label == "vault")
    }
}
