import Moonwire
import TestSupport
import Testing

/// Services that an application defines as data: `services.define("id", type: "Type") { … }`.
@Suite struct DefineTests {
    private func container(
        _ text: String = "", _ register: (inout Registrations) throws -> Void
    ) throws -> Container {
        try wire(text, types: Delivery.types, register: register)
    }

    @Test("1: a service is defined as data in Swift") func servicesAreDefined() throws {
        let container = try container("parameters { port = 7 }") { services in
            services.define("bicycle", type: "Bicycle") { $0.tags = ["courier"] }
            services.define("truck", type: Truck.self) { $0.tags = [ServiceTag("courier", priority: 1)] }
            services.define("outbox", type: "Outbox") {
                $0.arguments = ["courier": .service("bicycle"), "port": .parameter("port"), "tracking": nil]
                $0.scope = .transient
            }
            services.define("list", type: "CourierList") { $0.arguments = ["couriers": .tagged("courier")] }
            services.define("hub", type: "Hub") {
                $0.arguments = ["later": .lazy("truck"), "each": .provider("bicycle")]
                $0.properties = ["couriers": [.service("truck"), .inline(ServiceDefinition(type: "Bicycle"))]]
                $0.call("use", .optional("none"))
                $0.call("use", arguments: ["courier": .service("truck")])
            }
            services.define("fleet", type: "Fleet")
            var sent = ServiceDefinition(factory: "fleet", method: "outbox")
            sent.positionalArguments = [.service("truck")]
            services.define("sent", as: sent)
            services.define("auto", type: "Outbox") {
                $0.wiresByType = true
                $0.arguments = ["courier": .service("truck")]
            }
        }
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier.name == "bicycle" && outbox.port == 7)
        #expect(try container.resolve("outbox", as: Outbox.self) !== outbox)
        #expect(try container.resolve("list", as: CourierList.self).couriers.map(\.name) == ["truck", "bicycle"])
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(hub.couriers.map(\.name) == ["truck", "bicycle"] && hub.used == ["none", "truck"])
        #expect(try hub.later?().name == "truck")
        #expect(try container.resolve("sent", as: Outbox.self).courier.name == "truck")
        #expect(try container.resolve("auto", as: Outbox.self).tracking is Truck)
        #expect(container.ids == ["bicycle", "truck", "outbox", "list", "hub", "fleet", "sent", "auto"])
    }

    @Test("1: a decorator is defined as data in Swift") func decoratorsAreDefined() throws {
        let container = try container("service \"bicycle\" { type = \"Bicycle\" }") { services in
            var insured = ServiceDefinition(type: "Insured")
            insured.arguments = ["inner": .inner]
            services.decorate("bicycle", with: insured)
        }
        #expect(try container.resolve("bicycle", as: Insured.self).name == "insured bicycle")
    }

    @Test func scriptsReplaceAndExtendThem() throws {
        let container = try container(
            """
            extend "outbox" { args = { port = 9 } }
            service "truck" { type = "Truck" }
            """
        ) { services in
            services.define("outbox", type: "Outbox") { $0.arguments = ["courier": .service("truck")] }
            services.define("truck", type: "Bicycle")
        }
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.port == 9 && outbox.courier.name == "truck")
    }

    @Test("1: mistakes are faults at the line of Swift") func mistakesAreFaults() {
        let text = message {
            _ = try container { services in
                services.define("a", type: "Bicycel", file: "App/Wiring.swift", line: 1)
                services.define("b", type: "Outbox", file: "App/Wiring.swift", line: 2) {
                    $0.arguments = ["curier": .service("bicycle")]
                }
                services.define("c", type: "Outbox", file: "App/Wiring.swift", line: 3) {
                    $0.arguments = ["courier": .service("bicycle"), "port": "x"]
                }
                services.define("bicycle", type: "Bicycle", file: "App/Wiring.swift", line: 4)
                services.define("d", type: "Outbox", file: "App/Wiring.swift", line: 5) {
                    $0.arguments = ["courier": .service("bicycel")]
                }
            }
        }
        #expect(
            text == """
                App/Wiring.swift:1: service "a": type "Bicycel" is not exposed
                    did you mean "Bicycle"?
                App/Wiring.swift:2: service "b": Outbox has no argument "curier"
                    did you mean "courier"?
                    it takes (courier, tracking?, port?)
                App/Wiring.swift:2: service "b": Outbox needs argument "courier" (Courier)
                    it takes (courier, tracking?, port?)
                App/Wiring.swift:3: service "c": argument "port" expects an integer, got the string "x"
                App/Wiring.swift:5: service "d": argument "courier" refers to "bicycel", which is not defined
                    did you mean "bicycle"?
                """)
    }

    @Test func theyCanBePrivateLazyAndDeprecated() throws {
        let container = try container { services in
            services.define("bicycle", type: "Bicycle") {
                $0.isPublic = false
                $0.isLazy = true
                $0.deprecation = "use a truck"
            }
            services.define("hub", type: "Hub") { $0.properties = ["each": .service("bicycle")] }
        }
        #expect(container.ids == ["hub"])
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(!container.instances.contains { $0.id == "bicycle" })
        #expect(try hub.each?().name == "bicycle")
        #expect(container.diagnostics.entries.contains { $0.message.hasSuffix("which is deprecated: use a truck") })
    }

    @Test func aTextIsPlain() throws {
        let container = try container { services in
            services.define("holder", type: "Holder") {
                $0.arguments = ["value": ["a": "%none%", "b": "@none", "c": 1.5, "d": true]]
            }
        }
        #expect(
            try container.resolve("holder", as: Holder.self).value
                == ["a": "%none%", "b": "@none", "c": 1.5, "d": true])
    }
}
