import Moonwire
import MoonwireTesting
import Testing

nonisolated private protocol Mailing: Sendable {}
nonisolated private protocol Driving {}
nonisolated private protocol Cruising: Driving {}
nonisolated private protocol Theming: AnyObject, Sendable {}

nonisolated private struct SilentMailer: Mailing {}

nonisolated private final class Engine: Exposed, Sendable {
    let brand: String

    init(brand: String) { self.brand = brand }

    static let exposure = Exposure(Engine.self) { Initializer("brand") { Engine(brand: $0) } }
}

nonisolated private protocol Storing<Element>: AnyObject, Sendable {
    associatedtype Element
}

nonisolated private final class Truck: Cruising, Sendable {}
nonisolated private final class Numbers: Storing { typealias Element = Int }

nonisolated private final class Garage {
    @Injected var vehicles: [any Cruising]?
    @Injected var numbers: (any Storing<Int>)?
}

nonisolated private final class Dashboard {
    @Injected var engine: Engine
    @Injected var mailer: (any Mailing)?
    @Injected var vehicle: (any Cruising)?
    @Lazy var unit: String
}

nonisolated private final class Badge {
    let name: String
    @Lazy var text: String

    init(name: String) { self.name = name }
}

nonisolated private final class Splash {
    @Injected var engine: Engine?
}

nonisolated private final class Table: Sendable {}
nonisolated private final class Dark: Theming {}

nonisolated private final class Row {
    @Weak var table: Table?  // by a rule, or by type
    @Weak("theme") var theme: (any Theming)?  // by id
}

nonisolated private final class Flags: Sendable {
    let names: Set<String>

    init(_ names: Set<String>) { self.names = names }

    func isOn(_ name: String) -> Bool { names.contains(name) }
}

nonisolated private struct FeatureFlagProvider: SlotProvider, ExpressibleByStringLiteral {
    static let wrapperName = "FeatureFlag"
    static let keepsValue = false
    let flag: String

    init(stringLiteral flag: String) { self.flag = flag }

    func value(for slot: SlotContext) throws -> Bool? {
        try slot.resolver.resolve("flags", as: Flags.self).isOn(flag)
    }
}

private typealias FeatureFlag = Provided<FeatureFlagProvider>

nonisolated private struct SecretProvider: SlotProvider, ExpressibleByStringLiteral {
    static let wrapperName = "Secret"
    let name: String

    init(stringLiteral name: String) { self.name = name }

    func value(for slot: SlotContext) throws -> String? { try slot.resolver.parameter(name) }
}

private typealias Secret = Provided<SecretProvider>

nonisolated private final class Panel {
    @FeatureFlag("dark") var dark: Bool
    @Secret("api_key") var key: String
}

nonisolated private final class Desk: Exposed {
    @Injected("smtp") var mailer: any Mailing
    @Lazy var engine: Engine
    @Lazy var pens = 3

    static let exposure = Exposure(Desk.self) {
        Initializer { Desk() }
        SlotArguments("mailer", id: "smtp")
        SlotArguments("engine")
        SlotArguments("pens", hasInitialValue: true)
    }
}

/// The code of `Documentation/Slots.md`, word for word.
@MainActor @Suite struct SlotsGuideTests {
    private let script = """
        parameters { brand = "ACME", api_key = "k-17" }
        service "v8" { type = "Engine", args = { brand = "V8" } }
        service "v6" { type = "Engine", args = { brand = "V6" } }
        """
    private let types: [any Exposed.Type] = [Engine.self]

    private func wired() throws -> Container {
        let container = try Container(text: script, types: types, environment: .test) { services in
            services.inject(slot: "Dashboard.unit", "km/h")
            services.inject(Engine.self, owner: Dashboard.self, service: "v8")
            services.inject((any Mailing).self, SilentMailer())
            services.inject(slot: "Badge.text") { (badge: Badge, resolver) in
                "\(badge.name) of \(try resolver.parameter("brand") as String)"
            }
            services.skipInjection(owner: Splash.self)
        }
        return container
    }

    @Test func rules() throws {
        let container = try wired()
        let (dashboard, badge, splash) = (Dashboard(), Badge(name: "Ada"), Splash())
        try container.inject(into: dashboard)
        try container.inject(into: badge)
        try container.inject(into: splash)
        #expect(dashboard.engine.brand == "V8" && dashboard.unit == "km/h" && dashboard.mailer is SilentMailer)
        #expect(badge.text == "Ada of ACME" && splash.engine == nil)
    }

    @Test func overrides() throws {
        let container = try Container(text: script, types: types, environment: .test) {
            $0.registerOwner(Dashboard.self)
            $0.inject(slot: "Dashboard.engine", service: "v8")
        }
        try container.withOverrides {
            $0.inject(slot: "Dashboard.engine", service: "v6")
        } operation: {
            let dashboard = Dashboard()
            try container.inject(into: dashboard)
            #expect(dashboard.engine.brand == "V6")
        }
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.engine.brand == "V8")
    }

    @Test func inheritedProtocols() throws {
        let truck = Truck()
        let container = try Container(text: script, types: types, environment: .test) { services in
            services.registerRefinement((any Cruising).self) { $0 as any Driving }  // protocol Cruising: Driving
            services.inject(Engine.self, owner: Dashboard.self, service: "v8")
            services.inject((any Driving).self, truck)
        }
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        #expect(dashboard.vehicle as? Truck === truck)
    }

    @Test func typesWithProtocols() throws {
        let truck = Truck()
        let container = try Container(
            text: """
                inject { type = "[any Driving]", value = tagged "vehicles" }
                inject { protocol = "Storing<Int>", value = ref "numbers" }  -- slots of any Storing<Int>
                """,
            environment: .test
        ) { services in
            services.registerRefinement((any Cruising).self) { $0 as any Driving }
            services.registerOwner(Garage.self)
            services.register("truck", tags: ["vehicles"]) { _ in truck }
            services.register("numbers") { _ in Numbers() }
        }
        let garage = Garage()
        try container.inject(into: garage)
        #expect(garage.vehicles?.first as? Truck === truck && garage.numbers is Numbers)
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test func slotsByName() throws {
        let container = try wired()
        let dashboard = Dashboard()
        try container.inject(into: dashboard)
        let slots = try container.slots(of: dashboard)
        for slot in slots { print(slot) }
        // engine: Engine, @Injected, filled, service "v8" at container.lua:2
        // unit: String, @Lazy, empty, inject Dashboard.unit at App/main.swift:12
        let engine = try slots["engine"].get(as: Engine.self)
        try slots["unit"].set("mph")
        try container.resetSlots(of: dashboard)
        expectNoInjectedSlots(in: dashboard)
        try slots["unit"].set("mph")
        #expect(engine.brand == "V8" && dashboard.unit == "mph")
    }

    @Test func weakSlots() throws {
        let table = Table()
        let container = try Container(text: script, types: types, environment: .test) { services in
            services.inject(Table.self, owner: Row.self, table)
            services.register("theme") { _ in Dark() }
        }
        let row = Row()
        try container.inject(into: row)
        #expect(row.table === table && row.theme is Dark)
    }

    @Test func idsAtLoad() throws {
        let text = """
            service "v8" { type = "Engine", args = { brand = "V8" } }
            service "desk" { type = "Desk", scope = "transient" }
            """
        let container = try Container(text: text, types: [Desk.self, Engine.self], environment: .test) { services in
            services.register("smpt", as: (any Mailing).self) { _ in SilentMailer() }
        }
        let said = container.diagnostics.entries.map { "\($0)" }
        #expect(said == [try Guide("Documentation/Slots.md").output(1)])
    }

    @Test func propertyWrappers() throws {
        let container = try Container(text: script, types: types, environment: .test) { services in
            services.register("flags") { _ in Flags(["dark"]) }
        }
        let panel = Panel()
        try container.inject(into: panel)
        #expect(panel.dark && panel.key == "k-17")
    }
}
