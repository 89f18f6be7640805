import MoonwireCore
import MoonwireSupport
import MoonwireValues
import Testing

private final class Flags: Sendable {
    let names = Lock<Set<String>>(["dark"])
}

private struct FeatureFlagProvider: SlotProvider, ExpressibleByStringLiteral {
    static let wrapperName = "FeatureFlag"
    static let keepsValue = false
    let flag: String

    init(stringLiteral flag: String) { self.flag = flag }

    func value(for slot: SlotContext) throws -> Bool? {
        try slot.resolver.resolve("flags", as: Flags.self).names.withLock { $0.contains(flag) }
    }
}

private struct SecretProvider: SlotProvider, ExpressibleByStringLiteral {
    static let wrapperName = "Secret"
    let name: String

    init(stringLiteral name: String) { self.name = name }

    func value(for slot: SlotContext) throws -> String? {
        if name == "own slot" { return try (slot.owner as? FlaggedPanel)?.$looped.get() }
        return name == "none" ? nil : "\(slot.name) \(try slot.resolver.parameter(name) as String)"
    }
}

private typealias FeatureFlag = Provided<FeatureFlagProvider>
private typealias Secret = Provided<SecretProvider>

private final class FlaggedPanel {
    static let line: UInt32 = #line + 1
    @FeatureFlag("dark") var dark: Bool
    @Secret("api_key") var key: String
    @Secret("none") var missing: String
    @Secret("own slot") var looped: String
}

/// Property wrappers of the application.
@Suite struct ProvidedTests {
    private let flags = Flags()

    private func wiring(_ rules: InjectionRule...) -> Wiring {
        var wiring = Wiring()
        wiring.parameters = [("api_key", "k-17", nil)]
        wiring.rules = rules
        wiring.services.registerOwner(FlaggedPanel.self)
        wiring.services.register("flags") { [flags] _ in flags }
        return wiring
    }

    private func panel(_ wiring: Wiring) throws -> (FlaggedPanel, Container) {
        let panel = FlaggedPanel()
        let container = try wiring.container()
        try container.inject(into: panel)
        return (panel, container)
    }

    private func place(_ offset: UInt32) -> String {
        "MoonwireCoreTests/ProvidedTests.swift:\(FlaggedPanel.line + offset)"
    }

    @Test func providersProvideValues() throws {
        let (panel, container) = try panel(wiring())
        withExtendedLifetime(container) { #expect(panel.dark && panel.key == "key k-17") }
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func valueIsKeptUnlessTheProviderSaysOtherwise() throws {
        let (panel, container) = try panel(wiring())
        #expect(panel.dark && panel.key == "key k-17")
        flags.names.withLock { $0 = [] }
        try container.setParameter("api_key", to: .text("k-18"))
        #expect(!panel.dark && panel.key == "key k-17")
        panel.$key.reset()
        #expect(panel.key == "key k-18")
        panel.dark = true
        #expect(panel.dark)
    }

    @Test func rulesTakePrecedence() throws {
        let (panel, container) = try panel(wiring(inject(.type("Bool", owner: "FlaggedPanel"), false)))
        withExtendedLifetime(container) { #expect(!panel.dark) }
        let wrong = wiring(inject(.slot(owner: "FlaggedPanel", name: "dark"), "yes", line: 3))
        #expect(
            try wrong.report()
                == "test.lua:3: inject FlaggedPanel.dark: \"value\" expects a Boolean, got the string \"yes\"")
    }

    @Test func hooksAreCalled() throws {
        let filled = Lock<[String]>([])
        var wiring = wiring()
        wiring.services.addHook(.injected("FlaggedPanel.key")) { (key: String, _: FlaggedPanel, _) in
            filled.withLock { $0.append(key) }
        }
        let (panel, container) = try panel(wiring)
        withExtendedLifetime(container) { #expect(panel.key == "key k-17" && filled.withLock { $0 } == ["key k-17"]) }
    }

    @Test func slotsAreListed() throws {
        let (panel, container) = try panel(wiring(inject(.slot(owner: "FlaggedPanel", name: "dark"), true, line: 3)))
        #expect(
            try container.slots(of: panel).prefix(2).map { "\($0)" } == [
                "dark: Bool, @FeatureFlag, empty, inject FlaggedPanel.dark at test.lua:3",
                "key: String, @Secret, empty, provider",
            ])
    }

    @Test func errorsNameTheSlotAndTheWrapper() throws {
        let panel = FlaggedPanel()
        var wiring = Wiring()
        wiring.services.registerOwner(FlaggedPanel.self)
        let container = try wiring.container()
        try container.inject(into: panel)
        #expect(
            message { try panel.$dark.get() }
                == "\(place(0)): slot FlaggedPanel.dark: the provider of `@FeatureFlag` failed: service \"flags\" is not defined"
        )
        #expect(
            message { try panel.$missing.get() }
                == "\(place(2)): slot FlaggedPanel.missing has no value: the provider of `@Secret` returned nothing")
        #expect(
            message { try panel.$looped.get() } == """
                \(place(3)): slot FlaggedPanel.looped: the provider of `@Secret` failed: it reads slot FlaggedPanel.looped, which it fills
                """)
        withExtendedLifetime(container) {}
    }

    @Test func serviceThatOwnsTheSlotIsReplacedWithWhatTheProviderUses() throws {
        let (panel, container) = try panel(wiring())
        #expect(panel.dark)
        let dark = try container.withOverrides {
            $0.override("flags") { _ in
                let none = Flags()
                none.names.withLock { $0 = [] }
                return none
            }
        } operation: {
            panel.dark
        }
        #expect(!dark && panel.dark)
    }
}
