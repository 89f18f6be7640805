import MoonwireCore
import Testing

/// What is said when a slot cannot be filled, and where it is thrown.
@Suite struct SlotFaultTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])
    private static let owners = "MoonwireCoreTests/Owners.swift"

    private func resolve(_ id: String, _ definitions: Definition...) throws -> String? {
        var wiring = Wiring()
        wiring.definitions = definitions
        let container = try wiring.container()
        return message { try container.resolve(id, as: Any.self) }
    }

    @Test func aRequiredSlotNeedsAProvider() throws {
        #expect(
            try resolve("dashboard", service("dashboard", "Dashboard", scope: .transient, line: 3)) == """
                test.lua:3: service "dashboard": slot Dashboard.engine cannot be filled: no service provides Engine
                    `inject { slot = "Dashboard.engine", value = … }` provides a value
                    the slot is declared at \(Self.owners):6
                """)
    }

    @Test func requiredSlotWithSeveralProvidersIsAnError() throws {
        #expect(
            try resolve(
                "dashboard", Self.engine, service("v6", "Engine", ["brand": "v6"]),
                service("dashboard", "Dashboard", scope: .transient, line: 3)) == """
                    test.lua:3: service "dashboard": slot Dashboard.engine cannot be filled: 2 services provide Engine: engine, v6
                        `inject { slot = "Dashboard.engine", value = ref "engine" }` selects one of them
                        the slot is declared at \(Self.owners):6
                    """)
    }

    @Test func slotWithAnUndefinedIDIsAnError() throws {
        #expect(
            try resolve(
                "home", service("hatch", "Engine", ["brand": "v8"]),
                service("trailer", "Trailer", scope: .transient, line: 3),
                service(
                    "home", function { resolver, _ in try resolver.resolve("trailer", as: Trailer.self) },
                    scope: .transient))
                    == """
                    test.lua:3: service "trailer": slot Trailer.hitch refers to "hitch", which is not defined
                        did you mean "hatch"?
                        needed by home -> trailer
                        the slot is declared at \(Self.owners):46
                    """)
    }

    @Test func slotWithAServiceOfAnotherTypeIsAnError() throws {
        #expect(
            try resolve(
                "trailer", service("hitch", "Point", ["x": 1, "y": 2]),
                service("trailer", "Trailer", scope: .transient, line: 3)) == """
                    test.lua:3: service "trailer": slot Trailer.hitch expects Engine, but service "hitch" is Point
                        the slot is declared at \(Self.owners):46
                    """)
    }

    @Test func errorOfAnInjectedServiceIsThrownUnchanged() throws {
        let broken = service("engine", function { _, _ in throw Breakdown(reason: "out of order") }, line: 2)
        var wiring = Wiring(broken, service("dashboard", "Dashboard", scope: .transient, line: 3))
        wiring.rules = [inject(.type("Engine", owner: nil), ref("engine"))]
        let container = try wiring.container()
        #expect(
            message { try container.resolve("dashboard", as: Dashboard.self) } == """
                test.lua:2: service "engine" could not be built: out of order
                    needed by dashboard -> engine
                """)
    }

    @Test func slotThatNeedsItsOwnerIsACycle() throws {
        let engine = service(
            "engine",
            function { resolver, _ in
                _ = try resolver.resolve("dashboard", as: Dashboard.self)
                return Engine(brand: "v8", cylinders: 8)
            })
        var wiring = Wiring(engine, service("dashboard", "Dashboard", scope: .transient, line: 3))
        wiring.rules = [inject(.type("Engine", owner: nil), ref("engine"))]
        let container = try wiring.container()
        #expect(
            message { try container.resolve("dashboard", as: Dashboard.self) } == """
                test.lua:3: service "dashboard" depends on itself while it is built: dashboard -> engine -> dashboard
                """)
    }

    @Test func injectErrorNamesTheDeclarationOfTheSlot() throws {
        #expect(
            message { try Wiring().container().inject(into: Dashboard()) } == """
                \(Self.owners):6: slot Dashboard.engine cannot be filled: no service provides Engine
                    `inject { slot = "Dashboard.engine", value = … }` provides a value
                """)
    }

    @Test func getThrowsWhereAReadWouldTrap() {
        #expect(
            message { try Dashboard().$engine.get() } == """
                \(Self.owners):6: slot Dashboard.engine cannot be filled: it does not belong to a container
                    let a container build the owner, call `container.inject(into:)` or `Container.bootstrap`, or read within `withContainer`
                """)
    }

    @Test func releasedContainerFillsNoSlots() throws {
        let dashboard = Dashboard()
        try Wiring(Self.engine).container().inject(into: dashboard)
        dashboard.$engine.reset()
        #expect(dashboard.spare == nil)
        #expect(
            message { try dashboard.$engine.get() } == """
                \(Self.owners):6: slot Dashboard.engine cannot be filled: its container was released
                    keep the container while slots that it fills are in use
                """)
    }

    @Test func optionalSlotReportsErrors() throws {
        let spare = service("spare", function { _, _ in throw Breakdown(reason: "flat") }, line: 2)
        let container = try Wiring(Self.engine, spare).container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.spare == nil)
        let said = ["test.lua:2: service \"spare\" could not be built: flat"]
        #expect(container.diagnostics.entries.map(\.description) == said)
        #expect(message { try dashboard.$spare.get() } == said.first)
    }

    @Test func optionalSlotWithSeveralProvidersIsNil() throws {
        let container = try Wiring(Self.engine, service("v6", "Engine", ["brand": "v6"])).container()
        let dashboard = Dashboard()
        dashboard.engine = Engine(brand: "own", cylinders: 1)
        try container.inject(into: dashboard)
        #expect(dashboard.watched == nil)
        #expect(container.diagnostics.entries.map(\.code) == [.invalidSlot])
    }

    /// A slot whose storage is not a field of the class, as in a module without metadata for reflection.
    private final class Hidden {
        struct Cell { var slot = Injected<Engine>() }

        var cell = Cell()
        var engine: SlotAccess<Engine> {
            Injected[_enclosingInstance: self, projected: \.engine, storage: \.cell.slot]
        }
    }

    @Test func aClassWhoseFieldsAreNotKnownNamesTheCompilerFlag() throws {
        let hidden = Hidden()
        try Wiring(service("engine", "Engine", ["brand": "v8"])).container().inject(into: hidden)
        #expect(
            message { try hidden.engine.get() }?.hasSuffix(
                """
                slot Hidden.? cannot be filled: the runtime does not know the fields of Hidden
                    compile its module without `-disable-reflection-metadata`
                """) == true)
    }
}
