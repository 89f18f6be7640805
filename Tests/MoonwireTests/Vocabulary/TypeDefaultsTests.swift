import Moonwire
import Testing

/// Defaults for the services of a type: `defaults { type = "Courier", tags = "courier" }`.
@Suite struct TypeDefaultsTests {
    private func wired(
        _ text: String, files: [String: String] = [:], register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try wire(text, files: files, types: Delivery.types + [CourierMap.self], register: register)
    }

    private func names(_ tag: String, _ container: Container) throws -> [String] {
        try container.tagged(tag, as: (any Courier).self).map(\.name)
    }

    @Test func tagsAreGivenByType() throws {
        let container = try wired(
            """
            defaults { type = "any Courier", tags = { { "courier", priority = 3 } } }
            defaults { type = "Truck", tags = "heavy" }
            service "outbox" { type = "Outbox", args = { courier = ref.truck } }
            service "bicycle" { type = "Bicycle" }
            service "truck" { type = "Truck", tags = { { "courier2" } } }
            alias "lorry" "truck"
            include "other.lua"
            """, files: ["other.lua": "service \"other\" { type = \"Bicycle\" }"])
        #expect(try names("courier", container) == ["bicycle", "truck"])
        #expect(try names("heavy", container) == ["truck"])
        #expect(try names("courier2", container) == ["truck"])
    }

    @Test func otherKeysAreGivenByType() throws {
        let container = try wired(
            """
            defaults { type = "Courier", scope = "transient", public = false }
            service "bicycle" { type = "Bicycle", public = true }
            service "truck" { type = "Truck" }
            service "shared" { type = "Bicycle", public = true, scope = "shared" }
            service "engine" { type = "Engine", args = { brand = "e" } }
            """)
        #expect(try container.resolve("bicycle", as: Bicycle.self) !== container.resolve("bicycle", as: Bicycle.self))
        #expect(try container.resolve("shared", as: Bicycle.self) === container.resolve("shared", as: Bicycle.self))
        #expect(try container.resolve("engine", as: Engine.self) === container.resolve("engine", as: Engine.self))
        #expect(throws: ContainerError.self) { try container.resolve("truck", as: Truck.self) }
    }

    @Test func autoIsGivenByType() throws {
        let container = try wired(
            """
            defaults { type = "Outbox", args = auto }
            service "bicycle" { type = "Bicycle" }
            service "outbox" { type = "Outbox" }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier is Bicycle)
    }

    @Test func decoratedServiceHasTheDefaultsOfItsOwnType() throws {
        let container = try wired(
            """
            defaults { type = "Bicycle", tags = "light", scope = "transient" }
            defaults { type = "Insured", tags = "insured" }
            service "bicycle" { type = "Bicycle" }
            decorate "bicycle" { type = "Insured", args = auto }
            service "insured" { type = "Insured", args = { inner = ref.bicycle } }
            """)
        #expect(try names("light", container) == ["insured bicycle"])
        #expect(try names("insured", container) == ["insured insured bicycle"])
        let (first, second) = try (
            container.resolve("bicycle", as: Insured.self), container.resolve("bicycle", as: Insured.self)
        )
        #expect(first !== second)
        #expect(first.inner as AnyObject !== second.inner as AnyObject)
    }

    @Test func overrideIsCollectedLikeWhatItReplaces() throws {
        let container = try wired(
            """
            defaults { type = "Courier", tags = "courier" }
            service "bicycle" { type = "Bicycle" }
            """
        ) { services in
            services.override("bicycle") { _ -> any Courier in Truck() }
        }
        #expect(try names("courier", container) == ["truck"])
    }

    @Test func overrideOfADecoratedServiceIsCollectedLikeIt() throws {
        let container = try wired(
            """
            defaults { type = "Bicycle", tags = "light" }
            defaults { type = "Insured", tags = "insured" }
            service "bicycle" { type = "Bicycle" }
            decorate "bicycle" { type = "Insured", args = auto }
            service "other" { type = "Insured", args = { inner = ref.bicycle } }
            """
        ) { services in
            services.override("bicycle") { _ -> any Courier in Truck() }
        }
        #expect(try names("light", container) == ["truck"])
        #expect(try names("insured", container) == ["insured truck"])
    }

    @Test func tagThatTwoTypesGiveIsOneKey() throws {
        let container = try wired(
            """
            defaults { type = "Courier", tags = "delivery" }
            defaults { type = "Truck", tags = "delivery" }
            service "truck" { type = "Truck" }
            service "map" { type = "CourierMap", args = { tagged("delivery", { by = "id" }) } }
            """)
        #expect(try container.resolve("map", as: CourierMap.self).couriers.keys.sorted() == ["truck"])
    }

    @Test func parentPrecedesTheDefaults() throws {
        let container = try wired(
            """
            defaults { type = "Courier", scope = "transient" }
            service "base" { abstract = true, scope = "shared" }
            service "bicycle" { parent = "base", type = "Bicycle" }
            """)
        #expect(try container.resolve("bicycle", as: Bicycle.self) === container.resolve("bicycle", as: Bicycle.self))
    }
}

private final class CourierMap: Exposed, Sendable {
    let couriers: [String: any Courier]

    init(couriers: [String: any Courier]) {
        self.couriers = couriers
    }

    static let exposure = Exposure(CourierMap.self) { Initializer("couriers", body: CourierMap.init) }
}
