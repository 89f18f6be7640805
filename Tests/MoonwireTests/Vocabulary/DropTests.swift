import Moonwire
import Testing

/// References that leave out what contains them: `optional("id", { drop = true })`.
@Suite struct DropTests {
    private static let bicycle = "service \"bicycle\" { type = \"Bicycle\" }\n"

    private func hub(_ text: String) throws -> Hub {
        try wire(text, types: Delivery.types).resolve("hub", as: Hub.self)
    }

    @Test(arguments: [true, false])
    func anElementIsDropped(isDefined: Bool) throws {
        let hub = try hub(
            Self.bicycle + (isDefined ? "service \"truck\" { type = \"Truck\" }\n" : "") + """
                service "hub" {
                    type = "Hub", args = { couriers = { optional("truck", { drop = true }), ref "bicycle" } },
                }
                """)
        #expect(hub.couriers.map(\.name) == (isDefined ? ["truck", "bicycle"] : ["bicycle"]))
    }

    @Test(arguments: [true, false])
    func aPropertyAndACallAreDropped(isDefined: Bool) throws {
        let hub = try hub(
            (isDefined ? Self.bicycle : "") + """
                service "hub" {
                    type = "Hub",
                    call = { { "use", optional("bicycle", { drop = true }) }, { "use", inline { type = "Truck" } } },
                }
                """)
        #expect(hub.used == (isDefined ? ["bicycle", "truck"] : ["truck"]))
    }

    @Test func withoutDropTheCallReceivesNil() throws {
        let hub = try hub("service \"hub\" { type = \"Hub\", call = { { \"use\", courier = optional \"bicycle\" } } }")
        #expect(hub.used == ["none"])
    }

    @Test func aPropertyKeepsItsValue() throws {
        let hub = try hub(
            """
            service "hub" {
                type = "Hub", args = { couriers = { inline { type = "Truck" } } },
                set = { couriers = { optional("bicycle", { drop = true }) } },
            }
            """)
        #expect(hub.couriers.isEmpty)
        let kept = try wire(
            "service \"box\" { type = \"Toolbox\", set = { tool = optional(\"saw\", { drop = true }) } }",
            types: [Toolbox.self, Saw.self])
        #expect(try kept.resolve("box", as: Toolbox.self).tool != nil)
    }

    @Test func anArgumentWithALabelHasItsDefault() throws {
        let container = try wire(
            """
            service "box" { type = "Toolbox", args = { tools = { saw = optional("saw", { drop = true }), file = inline { type = "Saw" } },
                spare = optional("saw", { drop = true }) } }
            """, types: [Toolbox.self, Saw.self])
        let box = try container.resolve("box", as: Toolbox.self)
        #expect(box.tools.keys.sorted() == ["file"])
        #expect(box.tool != nil)
    }

    @Test func autoWiresADroppedArgument() throws {
        let container = try wire(
            Self.bicycle
                + "service \"outbox\" { type = \"Outbox\", args = { courier = optional(\"truck\", { drop = true }), auto } }",
            types: Delivery.types)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "bicycle")
    }

    @Test func argumentsAreStillPassed() throws {
        let text = """
            service "insured" { type = "Insured", scope = "transient", args = { inner = argument "inner" } }
            service "outbox" {
                type = "Outbox", args = { courier = optional("insured", { inner = ref "bicycle", drop = true }) },
            }

            """
        let container = try wire(text + Self.bicycle, types: Delivery.types)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
    }

    @Test func rulesAndBindingsDropElements() throws {
        let container = try wire(
            Self.bicycle + """
                bind { name = "couriers", value = { ref "bicycle", optional("truck", { drop = true }) } }
                service "hub" { type = "CourierList", args = auto }
                """, types: Delivery.types)
        #expect(try container.resolve("hub", as: CourierList.self).couriers.map(\.name) == ["bicycle"])
    }

    @Test func aLaterScriptMayDefineTheService() throws {
        let container = try wire(
            "service \"hub\" { type = \"Hub\", args = { couriers = { optional(\"bicycle\", { drop = true }) } } }",
            files: ["later.lua": Self.bicycle], over: ["later.lua"], types: Delivery.types)
        #expect(try container.resolve("hub", as: Hub.self).couriers.count == 1)
    }

    @Test func reloadDropsAndAdds() throws {
        let hub =
            "service \"hub\" { type = \"Hub\", args = { couriers = { optional(\"bicycle\", { drop = true }) } } }\n"
        let living = try Living(hub, types: Delivery.types)
        #expect(try living.container.resolve("hub", as: Hub.self).couriers.isEmpty)
        try living.reload(hub + Self.bicycle)
        #expect(try living.container.resolve("hub", as: Hub.self).couriers.count == 1)
        try living.reload(hub)
        #expect(try living.container.resolve("hub", as: Hub.self).couriers.isEmpty)
    }

    @Test func callsAfterADroppedOneKeepTheirLines() {
        let text = message {
            _ = try wire(
                """
                service "hub" {
                    type = "Hub",
                    call = {
                        { "use", optional("bicycle", { drop = true }) },
                        { "use", courier = 7 },
                        { "use", curier = null },
                        { "abuse" },
                    },
                }
                """, types: Delivery.types)
        }
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("container.lua:") }.map {
            $0.split(separator: " ")[0]
        }
        #expect(lines == ["container.lua:5:", "container.lua:6:", "container.lua:7:"], "\(text)")
    }
}

private final class Saw: Exposed, Sendable {
    static let exposure = Exposure(Saw.self) { Initializer { Saw() } }
}

/// Has a tool from the beginning.
private final class Toolbox: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    var tool: Saw? = Saw()
    var tools: [String: Saw] = [:]

    static let exposure = Exposure(Toolbox.self) {
        Initializer { Toolbox() }
        Initializer("tools", ExposedArgument("spare", default: Saw())) { (tools: [String: Saw], spare: Saw) in
            let box = Toolbox()
            box.tools = tools
            box.tool = spare
            return box
        }
        Property("tool", \.tool)
    }
}
