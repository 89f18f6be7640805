import MoonwireCore
import MoonwireValues
import Testing

/// Which owners slots work in.
@Suite struct SlotOwnerTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])

    @Test func inheritedAndOwnSlotsAreFilled() throws {
        let turbo = service("turbo", function { _, _ in Engine(brand: "turbo", cylinders: 6) })
        let container = try Wiring(Self.engine, turbo, service("sport", "SportDashboard", scope: .transient))
            .container()
        let sport = try container.resolve("sport", as: SportDashboard.self)
        #expect(sport.$engine.isFilled && sport.$turbo.isFilled)
        #expect([sport.engine.brand, sport.turbo.brand] == ["v8", "turbo"])
    }

    @Test func aSubclassThatAFactoryReturnsHasItsOwnSlotsFilled() throws {
        let turbo = service("turbo", function { _, _ in Engine(brand: "turbo", cylinders: 6) })
        var wiring = Wiring(Self.engine, turbo)
        wiring.services.register("dashboard", as: Dashboard.self) { _ in SportDashboard() }
        let dashboard = try wiring.container().resolve("dashboard", as: Dashboard.self)
        #expect((dashboard as? SportDashboard)?.$turbo.isFilled == true)
    }

    @Test func slotsOfGenericBasesAreFilled() throws {
        let container = try Wiring(Self.engine, service("panel", "Twin", scope: .transient)).container()
        let panel = try container.resolve("panel", as: Twin.self)
        let isSame = panel.content === panel.second
        #expect(isSame && panel.content.brand == "v8")
        panel.history.append(panel.content)
        #expect(panel.history.count == 1)
    }

    @Test func slotsOfGenericSpecializationsHaveTheirTypes() throws {
        var wiring = Wiring()
        wiring.services.register("number") { _ in 7 }
        let container = try wiring.container()
        let panel = Panel<Int>()
        try container.inject(into: panel)
        #expect(panel.content == 7)
        #expect(
            message { try container.inject(into: Panel<String>()) }?.hasSuffix(
                """
                slot Panel<String>.content cannot be filled: no service provides String
                    `inject { slot = "Panel<String>.content", value = … }` provides a value
                """) == true)
    }

    @Test @MainActor func slotsWorkOnTheMainActor() throws {
        let windscreen = Windscreen()
        try Wiring(Self.engine).container().inject(into: windscreen)
        #expect(windscreen.engine.brand == "v8")
        windscreen.wipers.append(2)
        #expect(windscreen.wipers == [2])
        #expect(windscreen.label == "clear")
        try windscreen.$tint.assign(3)
        #expect(windscreen.tint == 3)
    }

    @Test func slotsWorkInActors() async throws {
        let container = try Wiring(Self.engine, service("ledger", "Ledger")).container()
        #expect(await (try container.resolve("ledger", as: Ledger.self)).brands == ["v8", nil])
        let own = Ledger()
        try await container.inject(into: own)
        #expect(await own.brands == ["v8", nil])
    }

    @Test @MainActor func staticSlotUsesTheCurrentContainerEachTime() throws {
        for brand in ["v8", "v6"] {
            let container = try Wiring(service("engine", "Engine", ["brand": .value(.text(brand))])).container()
            withContainer(container) { #expect(Windscreen.shared.brand == brand) }
        }
    }

    @Test func slotOfAStructUsesTheCurrentContainer() throws {
        struct Stand {
            @Injected("engine") var engine: Engine
            @Injected("spare") var spare: Engine?
        }
        var stand = Stand()
        withContainer(try Wiring(Self.engine).container()) {
            #expect(stand.engine.brand == "v8" && stand.spare == nil)
        }
        stand.engine = Engine(brand: "own", cylinders: 1)
        #expect(stand.engine.brand == "own" && stand.spare == nil)
    }

    @Test func slotsAreReadableInInitAndDeinit() throws {
        let container = try Wiring(Self.engine).container()
        let log = Witness.Log()
        do { _ = try Witness(log: log, container: container) }
        #expect(log.lines == ["init v8", #"deinit v8 none ["gone"]"#])
    }

    @Test func anEmptySlotIsFilledInDeinit() throws {
        let container = try Wiring(
            Self.engine, service("spare", function { _, _ in Engine(brand: "spare", cylinders: 2) })
        ).container()
        let log = Witness.Log()
        do {
            let witness = try Witness(log: log)
            try container.inject(into: witness)
            witness.$engine.reset()
        }
        #expect(log.lines == [#"deinit v8 spare ["gone"]"#])
    }
}
