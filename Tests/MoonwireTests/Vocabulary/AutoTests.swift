import Moonwire
import Testing

/// Arguments that are wired by their types: `args = auto`.
@Suite struct AutoTests {
    private func wired(
        _ text: String, files: [String: String] = [:], register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try wire(text, files: files, types: Delivery.types, register: register)
    }

    @Test func autoWiresWhatIsLeftOut() throws {
        let container = try wired(
            """
            service "truck" { type = "Truck" }
            service "outbox" { type = "Outbox", args = auto }
            """)
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier as AnyObject === (try container.resolve("truck", as: Truck.self)))
        #expect(outbox.tracking as AnyObject === outbox.courier as AnyObject)
        #expect(outbox.port == 25)
    }

    @Test func argumentsThatAreGivenTakePrecedence() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "truck" { type = "Truck" }
            service "a" { type = "Outbox", args = { courier = ref.bicycle, port = 80, auto } }
            service "b" { type = "Outbox", args = { ref.bicycle, null, auto } }
            """)
        let a = try container.resolve("a", as: Outbox.self)
        #expect(a.courier.name == "bicycle")
        #expect(a.tracking is Truck)
        #expect(a.port == 80)
        #expect(try container.resolve("b", as: Outbox.self).tracking == nil)
    }

    @Test func serviceOfNoTypeLeavesAnOptionalArgumentOut() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).tracking == nil)
    }

    @Test func firstInitializerThatCanBeWiredIsUsed() throws {
        let bicycle = "service \"bicycle\" { type = \"Bicycle\" }\n"
        let tour = "service \"tour\" { type = \"Tour\", args = auto }\n"
        let one = try wired(bicycle + tour)
        #expect(try one.resolve("tour", as: Tour.self).names == ["bicycle"])
        let both = try wired(bicycle + tour + "service \"truck\" { type = \"Truck\" }\n")
        #expect(try both.resolve("tour", as: Tour.self).names == ["truck", "bicycle"])
    }

    @Test func argumentsOfFactoryMethodsAreWired() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "fleet" { type = "Fleet" }
            service "made" { factory = { ref.fleet, "outbox" }, args = auto }
            service "standard" { factory = "Fleet.standard", args = auto }
            """)
        #expect(try container.resolve("made", as: Outbox.self).courier is Bicycle)
        #expect(try container.resolve("standard", as: Outbox.self).port == 2)
    }

    @Test func handlesAreWired() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle", scope = "transient" }
            service "hub" { type = "Hub", args = { each = provider "bicycle", auto } }
            """)
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(try hub.later?().name == "bicycle")
        #expect(try hub.each?() as AnyObject !== hub.each?() as AnyObject)
    }

    @Test func servicesWithoutIDsAreWired() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "hub" { type = "Hub", set = { couriers = { inline { type = "Insured", args = auto } } } }
            """)
        #expect(try container.resolve("hub", as: Hub.self).couriers.map(\.name) == ["insured bicycle"])
    }

    @Test func serviceIsNotWiredToItself() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "insured" { type = "Insured", args = auto }
            """)
        #expect(try container.resolve("insured", as: Insured.self).name == "insured bicycle")
    }

    @Test func aliasesAreNoFurtherServices() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            alias "courier" "bicycle"
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier is Bicycle)
    }

    @Test func decoratorReceivesWhatItWraps() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            decorate "bicycle" { type = "Insured", args = auto }
            decorate "bicycle" { type = "Insured", args = auto }
            service "outbox" { type = "Outbox", args = auto }
            """)
        #expect(try container.resolve("outbox", as: Outbox.self).courier.name == "insured insured bicycle")
    }

    @Test func decoratorWithInnerIsWiredForTheRest() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "truck" { type = "Truck" }
            decorate "bicycle" { type = "Insured", args = { inner = inner, auto } }
            """)
        let insured = try container.resolve("bicycle", as: Insured.self)
        #expect(insured.name == "insured bicycle")
        #expect(insured.tracking is Truck)
    }

    @Test func childInheritsAuto() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "base" { abstract = true, type = "Outbox", args = auto }
            service "outbox" { parent = "base", args = { port = 80 } }
            """)
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier is Bicycle)
        #expect(outbox.port == 80)
    }

    @Test func defaultsWireTheServicesOfTheirFile() throws {
        let container = try wired(
            """
            defaults { args = auto }
            service "bicycle" { type = "Bicycle" }
            service "outbox" { type = "Outbox", args = { port = 80 } }
            service "made" (function(c) return Bicycle {} end)
            service "given" { synthetic = true }
            alias "courier" "bicycle"
            decorate "bicycle" { type = "Insured" }
            include "other.lua"
            """,
            files: ["other.lua": "service \"other\" { type = \"Outbox\", args = { courier = ref.bicycle } }"])
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier.name == "insured bicycle")
        #expect(outbox.port == 80)
        #expect(container.diagnostics.entries.map(\.description) == [])
    }

    @Test func defaultsOfAFileDoNotReachOthers() {
        let fault = message {
            _ = try wired(
                "defaults { args = auto }\ninclude \"other.lua\"\nservice \"bicycle\" { type = \"Bicycle\" }",
                files: ["other.lua": "service \"other\" { type = \"Outbox\" }"])
        }
        #expect(fault.contains("other.lua:1: service \"other\": Outbox needs argument \"courier\" (Courier)"))
    }

    @Test func servicesOfTheApplicationAreWired() throws {
        let container = try wired("service \"outbox\" { type = \"Outbox\", args = auto }") { services in
            services.register("messenger") { _ -> any Courier in Bicycle() }
        }
        #expect(try container.resolve("outbox", as: Outbox.self).courier is Bicycle)
    }

    @Test func overrideKeepsTheTypesOfWhatItReplaces() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "truck" { type = "Truck" }
            service "tour" { type = "Tour", args = auto }
            """
        ) { services in
            services.override("bicycle") { _ in Bicycle() }
        }
        #expect(try container.resolve("tour", as: Tour.self).names == ["truck", "bicycle"])
    }

    @Test func overrideOfAnotherTypeIsNoFurtherServiceOfThatType() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "engine" { type = "Engine", args = { brand = "e" } }
            service "outbox" { type = "Outbox", args = auto }
            """
        ) { services in
            services.override("engine") { _ -> any Courier in Truck() }
        }
        #expect(try container.resolve("outbox", as: Outbox.self).courier is Bicycle)
    }

    @Test func overridesOfATaskReachWhatIsWired() throws {
        let container = try wired(
            """
            service "bicycle" { type = "Bicycle" }
            service "outbox" { type = "Outbox", args = auto }
            """)
        try container.withOverrides {
            $0.override("bicycle") { _ -> any Courier in Truck() }
        } operation: { () throws in
            #expect(try container.resolve("outbox", as: Outbox.self).courier is Truck)
        }
    }

    @Test func ambiguityIsNotHiddenByAnotherInitializer() {
        let fault = message {
            _ = try wired(
                """
                service "bicycle" { type = "Bicycle" }
                service "a" { type = "Truck" }
                service "b" { type = "Truck" }
                service "clerk" { type = "Clerk", args = auto }
                """)
        }
        #expect(fault.contains("`auto` cannot wire argument \"tracking\": 2 services provide Tracking: \"a\", \"b\""))
    }

    @Test func initializerThatWasWiredIsUsed() throws {
        let container = try wired(
            """
            service "truck" { type = "Truck" }
            service "postbox" { type = "Postbox", args = { tracking = null, auto } }
            service "second" { type = "Postbox", args = auto }
            """)
        #expect(try container.resolve("postbox", as: Postbox.self).name == "truck")
        #expect(try container.resolve("second", as: Postbox.self).name == "truck")
    }

    @Test func overrideOfAChildKeepsTheTypesOfItsParent() throws {
        let container = try wired(
            """
            service "base" { abstract = true, type = "Bicycle" }
            service "bicycle" { parent = "base" }
            service "outbox" { type = "Outbox", args = auto }
            """
        ) { services in
            services.override("bicycle") { _ in Engine(brand: "stub", cylinders: 1) }
            services.override("outbox") { _ in Engine(brand: "stub", cylinders: 1) }
        }
        #expect(try container.resolve("outbox", as: Engine.self).brand == "stub")
        let wired = try self.wired(
            """
            service "base" { abstract = true, type = "Bicycle" }
            service "bicycle" { parent = "base" }
            service "outbox" { type = "Outbox", args = auto }
            """
        ) { services in
            services.override("bicycle") { _ -> any Courier in Truck() }
        }
        #expect(try wired.resolve("outbox", as: Outbox.self).courier is Truck)
    }

    @Test func overrideKeepsTheTypesOfTheOutermostDecorator() throws {
        let container = try wired(
            """
            service "made" (function(c) return Bicycle {} end)
            decorate "made" { id = "layer", type = "Insured", args = { inner = inner }, priority = -1 }
            decorate "layer" { type = "Truck" }
            decorate "made" { type = "Hub", priority = 5 }
            service "outbox" { type = "Outbox", args = auto }
            """
        ) { services in
            services.override("made") { _ -> any Courier in Truck() }
        }
        let outbox = try container.resolve("outbox", as: Outbox.self)
        #expect(outbox.courier is Truck)
        // It is neither a service of a type of its own, nor of the services that the decorator wraps.
        #expect(outbox.tracking is Truck)
    }

    @Test func misspelledValueIsReportedAlone() {
        let fault = message {
            _ = try wired(
                """
                service "bicycle" { type = "Bicycle" }
                service "truck" { type = "Truck" }
                service "outbox" { type = "Outbox", args = { curier = ref.bicycle, auto } }
                """)
        }
        #expect(
            fault == """
                container.lua:3: service "outbox": Outbox has no argument "curier"
                    did you mean "courier"?
                    it takes (courier, tracking?, port?)
                """)
    }

    @Test func decoratorWithoutATargetIsReportedAlone() {
        let fault = message {
            _ = try wired(
                """
                defaults { args = auto }
                service "bicycle" { type = "Bicycle" }
                service "truck" { type = "Truck" }
                decorate "bycicle" { type = "Insured" }
                """)
        }
        #expect(
            fault == """
                container.lua:4: decorator of "bycicle": service "bycicle" is not defined
                    did you mean "bicycle"?
                    write `if_present = true` when it may be missing
                """)
    }

    @Test func defaultsAreNotInheritedByChildrenInOtherFiles() throws {
        let container = try wired(
            "include \"base.lua\"\nservice \"outbox\" { parent = \"base\", args = { courier = ref.truck } }",
            files: [
                "base.lua": """
                defaults { args = auto }
                service "base" { abstract = true, type = "Outbox" }
                service "truck" { type = "Truck" }
                """
            ])
        #expect(try container.resolve("outbox", as: Outbox.self).tracking == nil)
    }

    @Test func serviceOfATypedFactoryIsCheckedLikeAnyOther() {
        let fault = message {
            _ = try wired(
                """
                service "fleet" { type = "Fleet" }
                service "bicycle" { type = "Bicycle" }
                service "made" { factory = { typed "Fleet", "outbox" }, args = auto, set = { prot = 1 } }
                """)
        }
        #expect(fault.contains("service \"made\": Outbox has no property \"prot\""))
    }

    @Test func valueThatNoTypeDeterminesIsAnOrdinaryFault() {
        let fault = message {
            _ = try wired("service \"engine\" { type = \"Engine\", args = auto }")
        }
        #expect(fault.contains("service \"engine\": Engine needs argument \"brand\" (String)"))
    }
}
