import Moonwire
import Testing

/// Services that are selected by their type: `typed "Type"`.
@Suite struct TypedTests {
    private static let couriers = """
        service "bicycle" { type = "Bicycle" }
        service "truck" { type = "Truck" }

        """

    private func wired(_ text: String) throws -> Container { try wire(text, types: Delivery.types) }

    @Test(arguments: ["Bicycle", "MoonwireTests.Bicycle", "Truck", "Courier & Tracking", "any Tracking"])
    func typedIsTheOnlyServiceOfTheType(type: String) throws {
        let container = try wired(
            Self.couriers + "service \"outbox\" { type = \"Outbox\", args = { courier = typed \"\(type)\" } }")
        let name = type.hasSuffix("Bicycle") ? "bicycle" : "truck"
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == name)
    }

    @Test func typedCollectsAllInWrittenOrder() throws {
        let container = try wired(
            """
            service "hub" { type = "Hub", args = { couriers = typed("Courier", { all = true }) } }
            service "none" { type = "Hub", args = { couriers = typed("Relay", { all = true }) } }
            """ + "\n" + Self.couriers)
        #expect(try container.resolve("hub", as: Hub.self).couriers.map(\.name) == ["bicycle", "truck"])
        #expect(try container.resolve("none", as: Hub.self).couriers.isEmpty)
    }

    @Test func serviceDoesNotCollectItself() throws {
        let container = try wired(
            Self.couriers + """
                service "relay" { type = "Relay", args = { typed "Bicycle", typed "Truck" } }
                service "insured" { type = "Insured", args = { inner = typed "Relay" } }
                service "hub" { type = "Hub", set = { couriers = typed("Courier", { all = true }) } }
                """)
        #expect(
            try container.resolve("hub", as: Hub.self).couriers.map(\.name)
                == ["bicycle", "truck", "bicycle, truck", "insured bicycle, truck"])
    }

    @Test func typedCanBeNil() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "outbox" {
                type = "Outbox",
                args = { courier = typed "Courier", tracking = typed("Tracking", { optional = true }) },
            }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).tracking == nil)
    }

    @Test func typedPassesHandles() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle", scope = "transient" }
            service "hub" {
                type = "Hub",
                args = { later = typed("Courier", { lazy = true }), each = typed("Courier", { provider = true }) },
            }
            """)
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(try hub.later?().name == "bicycle")
        #expect(try hub.each?() as AnyObject !== hub.each?() as AnyObject)
    }

    @Test func typedIsAllowedWhereverAServiceIs() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "fleet" { type = "Fleet" }
            service "made" { factory = { typed "Fleet", "outbox" }, args = { courier = typed "Courier" } }
            service "hub" {
                type = "Hub",
                set = { couriers = { typed "Courier", inline { type = "Insured", args = { inner = typed "Courier" } } } },
                call = { { "use", typed "Courier" } },
            }
            """)
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(hub.couriers.map(\.name) == ["bicycle", "insured bicycle"])
        #expect(hub.used == ["bicycle"])
        #expect(try container.resolve("made", as: Outbox.self).port == 1)
    }

    @Test func protocolThatNoTypeProvidesIsKnownFromArguments() throws {
        let container = try wire(
            "service \"host\" { type = \"PluginHost\", args = { plugins = typed(\"Plugin\", { all = true }) } }",
            types: [PluginHost.self])
        #expect(try container.resolve("host", as: PluginHost.self).plugins.isEmpty)
    }

    @Test(arguments: ["any ", " & ", "&"]) func emptyNameIsAFault(name: String) {
        let fault = message {
            _ = try wired("service \"hub\" { type = \"Hub\", set = { couriers = typed(\"\(name)\", { all = true }) } }")
        }
        #expect(fault.contains("no exposed type has or provides the type \"\(name)\""))
    }

    @Test func ruleInjectsTheServiceOfAType() throws {
        let container = try wire(
            """
            service "bicycle" { type = "Bicycle" }
            service "desk" { type = "Desk" }
            inject { slot = "Desk.courier", value = typed "Courier" }
            """, types: Delivery.types + [Desk.self])
        #expect(try container.resolve("desk", as: Desk.self).courier is Bicycle)
    }
}

/// Has a slot.
private final class Desk: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    @Injected var courier: any Courier

    static let exposure = Exposure(Desk.self) { Initializer { Desk() } }
}
