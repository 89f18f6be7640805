import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Objects that the application made.
@Suite struct InjectIntoTests {
    @Test func injectFillsRequiredSlotsAtOnceAndOthersLater() throws {
        let container = try Wiring(
            service("engine", "Engine", ["brand": "v8"]),
            service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) })
        ).container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.$engine.isFilled && !dashboard.$spare.isFilled)
        #expect(dashboard.spare?.brand == "spare")
    }

    @Test func servicesOfAGraphAreTheSameInAllSlots() throws {
        let panel = Twin()
        try Wiring(service("engine", "Engine", ["brand": "v8"], scope: .graph)).container().inject(into: panel)
        let isSame = panel.content === panel.second
        #expect(isSame)
    }

    @Test func transientServicesAreNotShared() throws {
        let panel = Twin()
        try Wiring(service("engine", "Engine", ["brand": "v8"], scope: .transient)).container().inject(into: panel)
        let isSame = panel.content === panel.second
        #expect(!isSame)
    }

    @Test func secondContainerFillsOnlyEmptySlots() throws {
        let first = try Wiring(service("engine", "Engine", ["brand": "first"])).container()
        let second = try Wiring(
            service("engine", "Engine", ["brand": "second"]),
            service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) })
        ).container()
        let dashboard = Dashboard()
        try first.inject(into: dashboard)
        try second.inject(into: dashboard)
        #expect([dashboard.engine.brand, dashboard.spare?.brand] == ["first", "spare"])
    }

    @Test func injectAcceptsAnObjectWithoutSlots() throws {
        try Wiring().container().inject(into: Probe())
    }

    @Test func injectDoesNotKeepTheOwner() throws {
        let container = try Wiring(service("engine", "Engine", ["brand": "v8"])).container()
        var dashboard: Dashboard? = Dashboard()
        weak let known = dashboard
        try dashboard.map { try container.inject(into: $0) }
        #expect(dashboard?.watched != nil)
        dashboard = nil
        #expect(known == nil)
    }

    @Test func injectDoesNotKeepTheContainer() throws {
        let dashboard = Dashboard()
        weak var known: Container?
        do {
            let container = try Wiring(service("engine", "Engine", ["brand": "v8"])).container()
            known = container
            try container.inject(into: dashboard)
        }
        #expect(known == nil && dashboard.engine.brand == "v8")
    }

    @Test func manyThreadsCanInjectIntoTheirOwners() throws {
        let container = try Wiring(
            service("engine", "Engine", ["brand": "v8"]), service("panel", "Twin", scope: .transient)
        ).container()
        let wrong = Counter()
        onThreads(8) { _ in
            for _ in 0..<200 {
                let panel = Panel<Engine>()
                let dashboard = Dashboard()
                try? container.inject(into: panel)
                try? container.inject(into: dashboard)
                let built = try? container.resolve("panel", as: Twin.self)
                if panel.content !== dashboard.watched || built?.content !== panel.content { wrong.add() }
            }
        }
        #expect(wrong.value == 0)
    }
}
