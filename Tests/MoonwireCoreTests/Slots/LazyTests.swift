import MoonwireCore
import Testing

@Suite struct LazyTests {
    private static let engine = service("engine", "Engine", ["brand": "v8"])

    /// Counts how often its initial value was evaluated.
    private final class Owner {
        nonisolated(unsafe) static var made = 0  // One test only reads and writes it.
        @Lazy var number = Owner.make()
        @Lazy var engine: Engine
        @Lazy var dashboard: Dashboard
        @Lazy var spare: Engine?
        @Lazy var table: [String: Int]
        @Lazy var set: Set<Int>

        static func make() -> Int {
            made += 1
            return made
        }
    }

    @Test func anInitialValueIsEvaluatedAtTheFirstReadAndWithoutAContainer() {
        let owner = Owner()
        #expect(Owner.made == 0)
        #expect([owner.number, owner.number] == [1, 1])
        owner.$number.reset()
        #expect(owner.number == 2)
        owner.number = 9
        #expect(owner.number == 9 && Owner.made == 2)
    }

    @Test func lazyCollectionsBeginEmpty() {
        let owner = Owner()
        owner.table["a"] = 1
        owner.set.insert(3)
        #expect(owner.table == ["a": 1] && owner.set == [3])
        owner.$set.reset()
        #expect(owner.set.isEmpty)
    }

    @Test func lazySlotResolvesTheOnlyServiceOfItsType() throws {
        let container = try Wiring(Self.engine).container()
        let owner = Owner()
        try container.inject(into: owner)
        #expect(!owner.$engine.isFilled)
        let isShared = owner.engine === (try container.resolve("engine", as: Engine.self))
        #expect(isShared && owner.spare?.brand == "v8")
        owner.spare = nil
        #expect(!owner.$spare.isFilled)
    }

    @Test func anExposedInitializerWithoutArgumentsMakesOneWithItsOwnSlotsFilled() throws {
        let container = try Wiring(Self.engine).container()
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.dashboard.$engine.isFilled)
        let isSame = owner.dashboard === owner.dashboard
        #expect(isSame)
    }

    @Test func optionalLazySlotWithoutAContainerIsNil() {
        #expect(Owner().spare == nil)
    }

    @Test func ruleFillsALazySlot() throws {
        var wiring = Wiring(Self.engine)
        wiring.rules = [inject(.slot(owner: "Dashboard", name: "trips"), [1, 2])]
        let container = try wiring.container()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        dashboard.trips.append(3)
        #expect(dashboard.trips == [1, 2, 3])
    }

    @Test func onlyARuleForThatSlotOrAForcedOneReplacesAnInitialValue() throws {
        func title(_ rules: InjectionRule...) throws -> String {
            var wiring = Wiring(Self.engine)
            wiring.rules = rules
            let container = try wiring.container()
            let dashboard = Dashboard()
            try container.inject(into: dashboard)
            return withExtendedLifetime(container) { dashboard.title }
        }
        let type = InjectionRule.Target.type("String", owner: "Dashboard")
        #expect(try title(inject(type, "type")) == "untitled")
        #expect(try title(inject(type, "forced", force: true)) == "forced")
        #expect(try title(inject(.slot(owner: "Dashboard", name: "title"), "slot")) == "slot")
    }

    @Test func getOfALazySlotWithoutASourceThrows() {
        #expect(
            message { try Bare().$driver.get() } == """
                MoonwireCoreTests/Owners.swift:99: slot Bare.driver cannot be filled: it does not belong to a container
                    let a container build the owner, call `container.inject(into:)` or `Container.bootstrap`, or read within `withContainer`
                """)
    }
}
