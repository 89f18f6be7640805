import Moonwire
import TestSupport
import Testing

/// Services that others receive as handles: `service "id" { lazy = true, … }`.
@Suite struct LazyServiceTests {
    private static let bicycle = "service \"bicycle\" { type = \"Bicycle\", lazy = true }\n"

    private func container(_ text: String) throws -> Container {
        try wire(text, types: Delivery.types + [Shelf.self])
    }

    private func isBuilt(_ id: String, in container: Container) -> Bool {
        container.instances.contains { $0.id == id }
    }

    @Test("54: a reference to a lazy service is a handle") func referencesAreHandles() throws {
        let container = try container(
            Self.bicycle + "service \"hub\" { type = \"Hub\", args = { later = ref \"bicycle\", each = \"@bicycle\" } }"
        )
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(!isBuilt("bicycle", in: container))
        let bicycle = try container.resolve("bicycle", as: Bicycle.self)
        #expect(try hub.later?() as? Bicycle === bicycle)
        #expect(try hub.each?() as? Bicycle === bicycle)
    }

    @Test func propertiesCollectionsAndOptionalsReceiveHandles() throws {
        let container = try container(
            Self.bicycle + """
                service "truck" { type = "Truck", lazy = true, tags = "courier" }
                service "plain" { type = "Relay", args = { first = inline { type = "Truck" }, second = inline { type = "Truck" } } }
                service "hub" { type = "Hub", set = { each = ref "bicycle" } }
                service "shelf" {
                    type = "Shelf",
                    args = { all = tagged "courier", named = { b = ref "bicycle" }, spare = optional "bicycle", none = optional "none" },
                }
                """)
        let hub = try container.resolve("hub", as: Hub.self)
        let shelf = try container.resolve("shelf", as: Shelf.self)
        #expect(!isBuilt("bicycle", in: container) && !isBuilt("truck", in: container))
        #expect(try hub.each?().name == "bicycle")
        #expect(try shelf.all.map { try $0().name } == ["truck"])
        #expect(try shelf.named["b"]?().name == "bicycle")
        #expect(try shelf.spare?().name == "bicycle")
        #expect(shelf.none == nil)
    }

    @Test func functionsReceiversAndTheApplicationReceiveTheService() throws {
        let container = try container(
            Self.bicycle + """
                service "fleet" { type = "Fleet", lazy = true }
                service "outbox" { factory = { ref "fleet", "outbox" }, args = { courier = inline { type = "Truck" } } }
                service "list" (function(c) return CourierList { couriers = { c.get "bicycle" } } end)
                service "made" { factory = function(args) return CourierList { couriers = { args.it } } end, args = { it = ref "bicycle" } }
                """)
        _ = try container.resolve("outbox", as: Outbox.self)
        #expect(isBuilt("fleet", in: container))
        #expect(try container.resolve("list", as: CourierList.self).couriers.map(\.name) == ["bicycle"])
        #expect(try container.resolve("made", as: CourierList.self).couriers.map(\.name) == ["bicycle"])
    }

    @Test func aDecoratedServiceIsLazyAsAWhole() throws {
        let container = try container(
            Self.bicycle + """
                decorate "bicycle" { type = "Insured", args = { inner = inner } }
                alias "bike" "bicycle"
                service "hub" { type = "Hub", set = { each = ref "bike" } }
                """)
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(!isBuilt("bicycle", in: container) && !isBuilt("bicycle.inner", in: container))
        #expect(try hub.each?().name == "insured bicycle")
    }

    @Test func lazyServicesMayFormCycles() throws {
        let container = try container(
            """
            service "one" { type = "Shelf", lazy = true, args = { peer = ref "two" } }
            service "two" { type = "Shelf", lazy = true, args = { peer = ref "one" } }
            """)
        let one = try container.resolve("one", as: Shelf.self)
        #expect(try one.peer?().peer?() === one)
    }

    @Test func autoAndInheritancePassHandles() throws {
        let container = try container(
            """
            service "base" { abstract = true, lazy = true }
            service "bicycle" { parent = "base", type = "Bicycle" }
            service "hub" { type = "Hub", args = { later = typed "Courier", auto } }
            """)
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(!isBuilt("bicycle", in: container))
        #expect(try hub.later?().name == "bicycle")
    }

    @Test func extendMakesAServiceLazy() throws {
        let text = "service \"bicycle\" { type = \"Bicycle\" }\n"
        let hub = "service \"hub\" { type = \"Hub\", set = { each = ref \"bicycle\" } }\n"
        let container = try container(text + hub + "extend \"bicycle\" { lazy = true }")
        #expect(try container.resolve("hub", as: Hub.self).each?().name == "bicycle")
        #expect(
            message {
                _ = try self.container(text + "service \"hub\" { type = \"Hub\", set = { each = ref \"bicycle\" } }")
            }
            .contains("expects ServiceProvider<any Courier>, got the service \"bicycle\""))
    }
}

private final class Shelf: Exposed, Sendable {
    let all: [LazyService<any Courier>]
    let named: [String: LazyService<any Courier>]
    let spare: LazyService<any Courier>?
    let none: LazyService<any Courier>?
    let peer: LazyService<Shelf>?

    init(
        all: [LazyService<any Courier>], named: [String: LazyService<any Courier>], spare: LazyService<any Courier>?,
        none: LazyService<any Courier>?, peer: LazyService<Shelf>?
    ) {
        self.all = all
        self.named = named
        self.spare = spare
        self.none = none
        self.peer = peer
    }

    static let exposure = Exposure(Shelf.self) {
        Initializer(
            ExposedArgument("all", default: []), ExposedArgument("named", default: [:]), "spare", "none", "peer",
            body: Shelf.init)
    }
}
