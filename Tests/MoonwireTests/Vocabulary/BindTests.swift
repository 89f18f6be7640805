import Moonwire
import Testing

/// Values for the arguments of a name or a type: `bind { name = "port", value = 80 }`.
@Suite struct BindTests {
    private static let couriers = """
        service "bicycle" { type = "Bicycle" }
        service "truck" { type = "Truck" }

        """

    private func wired(_ text: String, files: [String: String] = [:], over: [String] = []) throws -> Container {
        try wire(text, files: files, over: over, types: Delivery.types)
    }

    private func outbox(_ text: String) throws -> Outbox {
        try wired(Self.couriers + text).resolve("outbox", as: Outbox.self)
    }

    @Test func nameBindsPlainData() throws {
        let outbox = try outbox(
            """
            parameters { port = 80 }
            bind { name = "port", value = param "port" }
            service "outbox" { type = "Outbox", args = { courier = ref.truck, auto } }
            """)
        #expect(outbox.port == 80)
    }

    @Test(arguments: ["Courier", "any Courier", "MoonwireTests.Courier"]) func typeSelectsOneOfSeveral(type: String)
        throws
    {
        let outbox = try outbox(
            """
            bind { type = "\(type)", value = ref.bicycle }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(outbox.courier is Bicycle)
    }

    @Test func nameAndTypePrecedeEither() throws {
        let outbox = try outbox(
            """
            bind { name = "courier", value = ref.bicycle }
            bind { type = "Courier", value = ref.bicycle }
            bind { name = "courier", type = "Courier", value = ref.truck }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(outbox.courier is Truck)
    }

    @Test func valueThatIsGivenTakesPrecedence() throws {
        let outbox = try outbox(
            """
            bind { name = "port", value = 80 }
            service "outbox" { type = "Outbox", args = { courier = ref.truck, port = 1, auto } }
            service "other" { type = "Outbox", args = { courier = ref.truck, auto } }
            """)
        #expect(outbox.port == 1)
    }

    @Test func onlyAutoPassesWhatIsBound() throws {
        let outbox = try outbox(
            """
            bind { name = "port", value = 80 }
            service "outbox" { type = "Outbox", args = { courier = ref.truck } }
            service "other" { type = "Outbox", args = { courier = ref.truck, auto } }
            """)
        #expect(outbox.port == 25)
    }

    @Test func bindingsReachEveryFile() throws {
        let container = try wired(
            Self.couriers + "bind { name = \"port\", value = 80 }\ninclude \"other.lua\"",
            files: ["other.lua": "service \"outbox\" { type = \"Outbox\", args = { courier = ref.truck, auto } }"])
        #expect(try container.resolve("outbox", as: Outbox.self).port == 80)
    }

    @Test func laterScriptReplacesABinding() throws {
        let container = try wired(
            Self.couriers + """
                bind { name = "port", value = 80 }
                service "outbox" { type = "Outbox", args = { courier = ref.truck, auto } }
                """,
            files: ["test.lua": "bind { name = \"port\", value = 81 }"], over: ["test.lua"])
        #expect(try container.resolve("outbox", as: Outbox.self).port == 81)
        #expect(container.diagnostics.entries.filter { $0.severity != .note }.isEmpty)
    }

    @Test func handlesReceiveWhatIsBoundToTheirService() throws {
        let container = try wired(
            Self.couriers + """
                bind { type = "Courier", value = ref.bicycle }
                service "hub" { type = "Hub", args = { each = provider "truck", auto } }
                """)
        #expect(try container.resolve("hub", as: Hub.self).later?().name == "bicycle")
    }

    @Test(arguments: ["[Courier]", "[any Courier]", "[any Courier]?", "Array<Courier>"])
    func valueMayCollectServicesWithATag(type: String) throws {
        let tagged = try wired(
            """
            service "bicycle" { type = "Bicycle", tags = "courier" }
            service "truck" { type = "Truck", tags = "courier" }
            bind { type = "\(type)", value = tagged "courier" }
            service "list" { type = "CourierList", args = auto }
            """)
        #expect(try tagged.resolve("list", as: CourierList.self).couriers.map(\.name) == ["bicycle", "truck"])
    }

    @Test func valueMayCollectServicesOfAType() throws {
        let typed = try wired(
            Self.couriers + """
                bind { name = "couriers", value = typed("Courier", { all = true }) }
                service "list" { type = "CourierList", args = auto }
                """)
        #expect(try typed.resolve("list", as: CourierList.self).couriers.map(\.name) == ["bicycle", "truck"])
    }

    @Test func serviceDoesNotReceiveItself() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "insured" { type = "Insured", args = auto }
            bind { type = "Courier", value = ref.insured }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
    }

    @Test func bindingIsIgnoredInItsOwnValue() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            bind { type = "Courier", value = inline { type = "Insured", args = auto } }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
    }

    @Test func typedIsPassedLikeAReference() throws {
        let container = try wired(
            Self.couriers + """
                bind { type = "Courier", value = typed "Insured" }
                service "hub" { type = "Hub", args = { each = provider "truck", auto } }
                service "insured" { type = "Insured", args = { tracking = null, inner = ref.truck, auto } }
                """)
        #expect(try container.resolve("hub", as: Hub.self).later?().name == "insured truck")
        let own = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            bind { type = "Courier", value = typed "Insured" }
            service "insured" { type = "Insured", args = auto }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try own.resolve("outbox", as: Outbox.self).courier.name == "insured bicycle")
    }

    @Test func faultOfAValueIsReportedOnce() {
        let fault = message {
            _ = try wired(
                """
                service "bicycle" { type = "Bicycle" }
                bind { name = "courier", value = typed "Curier" }
                service "a" { type = "Outbox", args = auto }
                service "b" { type = "Outbox", args = auto }
                """)
        }
        #expect(
            fault == """
                container.lua:2: bind: `typed "Curier"`: no exposed type has or provides the type "Curier"
                    did you mean "Courier"?
                """)
    }

    @Test func unusedBindingIsNotReportedBesideAFault() {
        let fault = message {
            _ = try wired(
                """
                bind { name = "port", value = 80 }
                service "a" { type = "Outbx", args = auto }
                """)
        }
        #expect(!fault.contains("bind"))
    }

    @Test func decoratorReceivesWhatItWraps() throws {
        let container = try wired(
            Self.couriers + """
                bind { type = "Courier", value = ref.truck }
                decorate "bicycle" { type = "Insured", args = auto }
                """)
        #expect(try container.resolve("bicycle", as: Insured.self).name == "insured bicycle")
    }
}
