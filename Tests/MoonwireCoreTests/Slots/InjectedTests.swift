import MoonwireCore
import TestSupport
import Testing

@Suite struct InjectedTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])
    private static let dashboard = service("dashboard", "Dashboard", scope: .transient)

    /// Containers must outlive the slots that they fill late.
    private static let kept = Collected<Container>()

    private func dashboard(_ others: Definition...) throws -> Dashboard {
        var wiring = Wiring(Self.engine, Self.dashboard)
        wiring.definitions += others
        let container = try wiring.container()
        Self.kept.append(container)
        return try container.resolve("dashboard", as: Dashboard.self)
    }

    @Test func aSlotIsFilledByItsType() throws {
        let container = try Wiring(Self.engine, Self.dashboard).container()
        let dashboard = try container.resolve("dashboard", as: Dashboard.self)
        #expect(dashboard.$engine.isFilled)
        let isShared = dashboard.engine === (try container.resolve("engine", as: Engine.self))
        #expect(isShared)
    }

    @Test func requiredSlotsAreFilledBeforePropertiesAreSet() throws {
        let definition = service(
            "dashboard", .type("Dashboard"), scope: .transient, set: ["note": "set beside"],
            configure: ScriptFunction(configure: { object, _ in
                let dashboard = object as? Dashboard
                dashboard?.observed.append("configured beside \(dashboard?.engine.brand ?? "nothing")")
            }))
        let dashboard = try Wiring(Self.engine, definition).container().resolve("dashboard", as: Dashboard.self)
        #expect(dashboard.observed == ["set beside v8", "configured beside v8"])
    }

    @Test func aSlotThatNamesAnIdTakesThatService() throws {
        let dashboard = try dashboard(service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) }))
        #expect(dashboard.engine.brand == "v8")
        #expect(dashboard.spare?.brand == "spare")
    }

    @Test func slotWithAnIDIgnoresOtherProviders() throws {
        let container = try Wiring(
            service("hitch", "Engine", ["brand": "hitch"]), service("other", "Engine", ["brand": "other"]),
            service("car", "Car", ["engine": ref("other")]), service("trailer", "Trailer", scope: .transient)
        ).container()
        let trailer = try container.resolve("trailer", as: Trailer.self)
        #expect(trailer.hitch.brand == "hitch")
        #expect(trailer.load.wheels == 4)
    }

    @Test func optionalSlotWithoutAServiceIsNil() throws {
        let dashboard = try dashboard()
        #expect(dashboard.spare == nil)
        #expect(dashboard.driver == nil)
        #expect(try dashboard.$spare.get() == nil)
        #expect(!dashboard.$spare.isFilled)
    }

    @Test func anOptionalSlotIsFilledOnlyWhenItIsRead() throws {
        let dashboard = try dashboard(service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) }))
        #expect(!dashboard.$spare.isFilled)
        let first = dashboard.spare
        #expect(dashboard.$spare.isFilled)
        let isSame = first === dashboard.spare
        #expect(first != nil && isSame)
    }

    @Test func assigningNilResetsAnOptionalSlot() throws {
        let dashboard = try dashboard(service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) }))
        let own = Engine(brand: "own", cylinders: 1)
        dashboard.spare = own
        #expect(dashboard.spare?.brand == "own")
        dashboard.spare = nil
        #expect(!dashboard.$spare.isFilled)
        #expect(dashboard.spare?.brand == "spare")
    }

    @Test func changingToNilInPlaceResetsASlot() throws {
        func clear(_ engine: inout Engine?) { engine = nil }
        let dashboard = try dashboard(service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) }))
        let first = dashboard.spare
        clear(&dashboard.spare)
        #expect(!dashboard.$spare.isFilled)
        #expect(first != nil && dashboard.spare?.brand == "spare")
    }

    @Test func resetMakesASlotFillAgain() throws {
        let dashboard = try dashboard()
        dashboard.engine = Engine(brand: "own", cylinders: 1)
        dashboard.$engine.reset()
        #expect(!dashboard.$engine.isFilled)
        #expect(dashboard.engine.brand == "v8")
    }

    @Test func injectKeepsAssignedSlots() throws {
        let dashboard = Dashboard()
        dashboard.engine = Engine(brand: "own", cylinders: 1)
        try Wiring(Self.engine).container().inject(into: dashboard)
        #expect(dashboard.engine.brand == "own")
    }

    @Test func propertyObserversRunForAssignmentsOnly() throws {
        let dashboard = try dashboard()
        #expect(dashboard.watched?.brand == "v8")
        #expect(dashboard.observed.isEmpty)
        dashboard.watched = Engine(brand: "own", cylinders: 1)
        dashboard.watched = nil
        // The observer reads the slot, which fills it again.
        #expect(dashboard.observed == ["own", "v8"])
    }

    @Test func emptySlotIsFilledByALaterContainer() throws {
        let dashboard = Dashboard()
        try Wiring(Self.engine).container().inject(into: dashboard)
        #expect(dashboard.spare == nil)
        let container = try Wiring(Self.engine, service("spare", "Engine", ["brand": "spare"])).container()
        try container.inject(into: dashboard)
        #expect(dashboard.spare?.brand == "spare")
    }
}
