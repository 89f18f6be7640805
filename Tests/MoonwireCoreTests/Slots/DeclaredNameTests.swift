import MoonwireCore
import Testing

/// What the declarations of slots state, and the wiring does not have.
@Suite struct DeclaredNameTests {
    private final class Panel {
        @Injected("motr") var motor: Engine?
        @Injected("remote") var remote: Engine?
        @Injected("motor") var right: Engine?
        @Injected("motr") var ruled: Engine?
        @Weak("motr") var weak: Engine?
        @Weak("motor") var weakRight: Engine?
        @Lazy var radio: Radio
        @Lazy var radioOrNone: Radio?
        @Lazy var ownRadio: Radio = Radio()
        @Lazy var lines: [String]
    }

    private final class Strict {
        @Injected var engine: Engine
        @Injected("motr") var motor: Engine
        @Injected("motor") var right: Engine
        @Injected("moter") var other: Engine
    }

    private final class Radio: Sendable {}

    private func container(_ register: (inout Registrations) -> Void = { _ in }) throws -> Container {
        var wiring = Wiring(service("motor", "Engine", ["brand": "v8"]))
        wiring.services.registerOwner(Panel.self)
        wiring.services.inject(slot: "Panel.ruled", service: "motor")
        register(&wiring.services)
        return try wiring.container()
    }

    private func reported(_ container: Container) -> [String] {
        container.diagnostics.entries.map { "\($0)".split(separator: "Tests.swift:").last.map(String.init) ?? "" }
    }

    private static let expected = [
        "7: warning: slot Panel.motor refers to \"motr\", which is not defined\n    did you mean \"motor\"?",
        "11: warning: slot Panel.weak refers to \"motr\", which is not defined\n    did you mean \"motor\"?",
        "13: warning: slot Panel.radio cannot be filled: no service provides Radio\n"
            + "    `inject { slot = \"Panel.radio\", value = … }` provides a value",
    ]

    @Test func theFirstObjectReportsWhatItsSlotsStateOnce() throws {
        let container = try container()
        #expect(reported(container) == [])
        for _ in 0..<3 { try container.inject(into: Panel()) }
        #expect(reported(container) == Array(Self.expected.prefix(2)))
    }

    /// The application may assign it after the injection.
    @Test func aLazySlotWithoutAProviderIsReportedByTheFirstReadThatFails() throws {
        let container = try container()
        let (panel, other) = (Panel(), Panel())
        try container.inject(into: panel)
        try container.inject(into: other)
        panel.radio = Radio()
        _ = panel.radio
        #expect(reported(container).count == 2)
        for _ in 0..<2 {
            #expect(throws: ContainerError.self) { try other.$radio.get() }
            #expect(reported(container) == Self.expected)
        }
    }

    @Test func valuesThatTheOwnerAssignsAreNotReported() throws {
        let container = try container()
        let panel = Panel()
        let engine = Engine(brand: "own", cylinders: 1)
        (panel.motor, panel.remote, panel.weak, panel.radio) = (engine, engine, engine, Radio())
        try container.inject(into: panel)
        #expect(reported(container) == [])
        withExtendedLifetime(engine) {}
    }

    @Test func theServicesOfAnOverrideAreNotCompared() throws {
        let container = try container()
        try container.withOverrides {
            $0.override("motor", as: Engine.self) { _ in Engine(brand: "v6", cylinders: 6) }
        } operation: {
            try container.inject(into: Panel())
        }
        #expect(reported(container) == [])
    }

    @Test func allRequiredSlotsAreInOneError() throws {
        let container = try container()
        let error = #expect(throws: ContainerError.self) { try container.inject(into: Strict()) }
        let lines = error?.diagnostics.map { "\($0)".split(separator: "Tests.swift:").last.map(String.init) ?? "" }
        #expect(
            lines == [
                "21: slot Strict.motor refers to \"motr\", which is not defined\n    did you mean \"motor\"?",
                "23: slot Strict.other refers to \"moter\", which is not defined\n    did you mean \"motor\"?",
            ])
    }
}
