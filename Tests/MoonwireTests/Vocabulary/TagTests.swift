import Moonwire
import Testing

@Suite struct TagTests {
    private let engines = """
        service "a" { type = "Engine", args = { brand = "a" }, tags = "engine" }
        service "b" { type = "Engine", args = { brand = "b" }, tags = { "engine", "spare" } }
        service "c" { type = "Engine", args = { brand = "c" }, tags = { { "engine", priority = 10, name = "best" } } }
        """

    private func brands(_ text: String, environment: String = "dev") throws -> [String] {
        try wire(engines + "\n" + text, environment: environment).resolve("rack", as: Rack.self).engines.map(\.brand)
    }

    @Test func servicesAreCollectedByPriorityThenInWrittenOrder() throws {
        #expect(
            try brands("service \"rack\" { type = \"Rack\", args = { engines = tagged \"engine\" } }") == [
                "c", "a", "b",
            ])
        #expect(try brands("service \"rack\" { type = \"Rack\", args = { engines = tagged \"spare\" } }") == ["b"])
    }

    /// Also where something wraps it.
    @Test func decoratedServiceDoesNotCollectItself() throws {
        let container = try wire(
            engines + """

                service "rack" { factory = function(args) return Rack { engines = args[1] } end, args = { tagged "spare" }, tags = "spare" }
                decorate "rack" { factory = function(args) return args[1] end, args = { inner } }
                """)
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["b"])
    }

    @Test func laterScriptsAddServices() throws {
        let container = try wire(
            engines + "\nservice \"rack\" { type = \"Rack\", args = { engines = tagged \"engine\" } }",
            files: [
                "over.lua":
                    "service \"d\" { type = \"Engine\", args = { brand = \"d\" }, tags = { { \"engine\", priority = 11 } } }"
            ], over: ["over.lua"])
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["d", "c", "a", "b"])
    }

    @Test func aCollectorWithTheTagDoesNotCollectItself() throws {
        #expect(
            try brands(
                "service \"rack\" { type = \"Rack\", args = { engines = tagged \"engine\" }, tags = \"engine\" }")
                == ["c", "a", "b"])
    }

    @Test func parametersAreFilledIntoAttributeNames() throws {
        let container = try wire(
            """
            parameters { k = "key", same = "key" }
            service "a" { type = "Engine", args = { "A" }, tags = { { "t", ["%k%"] = "one", ["%%k%%"] = 1, priority = 2 } } }
            service "rack" { type = "Rack", args = { byName = tagged("t", { by = "key" }) } }
            """)
        #expect(try container.resolve("rack", as: Rack.self).byName["one"]?.brand == "A")
        #expect(message { try container.setParameter("k", to: "other") }.contains("parameter \"k\""))
        for (keys, says) in [
            ("[\"%k%\"] = 1, [\"%same%\"] = 2", "the keys \"%k%\" and \"%same%\" of the same map have the same value"),
            ("[\"%kk%\"] = 1", "parameter \"kk\" is not defined"),
            ("[\"%secret%\"] = 1", "its attributes must not contain a secret"),
        ] {
            let text = """
                parameters { k = "key", same = "key", secret = env.secret "S" }
                service "a" { type = "Engine", args = { "A" }, tags = { { "t", \(keys) } } }
                """
            let said = message { _ = try wire(text, variables: ["S": "hunter2-hunter2"]) }
            #expect(said.contains("container.lua:2") && said.contains(says) && !said.contains("hunter2"), "\(said)")
        }
    }

    @Test func parametersAreFilledIntoTags() throws {
        let text = """
            parameters { label = "engine", rank = 20 }
            service "d" {
                type = "Engine", args = { brand = "d" },
                tags = { { "%label%", priority = param "rank", name = "%label%!" } },
            }
            service "rack" { type = "Rack", args = { engines = tagged "engine" } }
            """
        #expect(try brands(text) == ["d", "c", "a", "b"])
        let container = try wire(engines + "\n" + text)
        #expect(
            message { try container.setParameter("label", to: "x") } == """
                parameter "label" determines a type, a factory, an id, or a tag, and is fixed until the next reload
                    change it in the script and reload
                """)
    }

    @Test func aParameterInAnAttributeIsFixed() throws {
        let container = try wire(
            """
            parameters { name = "%other%", other = "first" }
            service "a" { type = "Engine", args = { brand = "a" }, tags = { { "engine", name = param "name" } } }
            service "rack" { type = "Rack", args = { byName = tagged("engine", { by = "name" }) } }
            """)
        for name in ["name", "other"] {
            #expect(
                message { try container.setParameter(name, to: "x") }.hasPrefix(
                    "parameter \"\(name)\" determines a type, a factory, an id, or a tag, and is fixed"))
        }
    }

    @Test func taggedServicesAreCollectedIntoAMapByAnAttribute() throws {
        let container = try wire(
            """
            service "a" { type = "Engine", args = { brand = "a" }, tags = { { "engine", name = "first" } } }
            service "b" { type = "Engine", args = { brand = "b" }, tags = { { "engine", name = 2 } } }
            service "rack" { type = "Rack", args = { byName = tagged("engine", { by = "name" }) } }
            service "ids" { type = "Rack", args = { byName = tagged("engine", { by = "id" }) } }
            """)
        #expect(try container.resolve("rack", as: Rack.self).byName.mapValues(\.brand) == ["first": "a", "2": "b"])
        #expect(try container.resolve("ids", as: Rack.self).byName.mapValues(\.brand) == ["a": "a", "b": "b"])
    }

    @Test func lazyTaggedServicesAreBuiltAtFirstUse() throws {
        let container = try wire(
            """
            service "fails" { factory = "Engine.failing", tags = "late" }
            service "works" { type = "Engine", args = { brand = "w" }, tags = "late" }
            service "rack" { type = "Rack", args = { late = tagged("late", { lazy = true }) } }
            """)
        let late = try container.resolve("rack", as: Rack.self).late
        #expect(late.count == 2)
        #expect(throws: ContainerError.self) { try late[0]() }
        #expect(try late[1]().brand == "w")
    }

    @Test func taggedServicesAreCollectedAsExistentials() throws {
        let container = try wire(
            engines + """

                service "car" { type = "Car", args = { engine = ref "a", wheels = 3 }, tags = { { "driving", as = "car" } } }
                service "rack" {
                    type = "Rack",
                    args = { driving = tagged "driving", drivingByName = tagged("driving", { by = "as" }) },
                }
                """)
        let rack = try container.resolve("rack", as: Rack.self)
        #expect(rack.driving.map(\.wheels) == [3])
        #expect(rack.drivingByName.mapValues(\.wheels) == ["car": 3])
    }

    @Test func functionsCollectTaggedServices() throws {
        let container = try wire(
            engines + """

                service "names" (function(c)
                    local names = {}
                    for _, engine in ipairs(c.tagged "engine") do names[#names + 1] = engine.brand end
                    return table.concat(names, " ")
                end)
                service "none" (function(c) return #c:tagged "nobody" end)
                """)
        #expect(try container.resolve("names", as: String.self) == "c a b")
        #expect(try container.resolve("none", as: Int.self) == 0)
    }

    @Test func applicationCollectsTaggedServices() throws {
        let container = try wire(engines) { services in
            services.register("d", tags: ["engine", ServiceTag("spare", priority: 1)]) { _ in
                Engine(brand: "d", cylinders: 1)
            }
            services.register("rack") { resolver in
                Rack(engines: try resolver.tagged("spare", as: Engine.self))
            }
        }
        #expect(try container.tagged("engine", as: Engine.self).map(\.brand) == ["c", "d", "a", "b"])
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["d", "b"])
        #expect(try container.tagged("nothing", as: Engine.self).isEmpty)
    }

    @Test func hooksAndRegisteredDefinitionsSeeTags() throws {
        let container = try wire(
            engines + """

                local seen = {}
                hook.created("tag:spare", function(engine, info)
                    seen[#seen + 1] = info.id .. ":" .. table.concat(info.tags, ",")
                end)
                service "seen" { scope = "transient", factory = function() return table.concat(seen, " ") end }
                """)
        for id in ["a", "b", "c"] { _ = try container.resolve(id, as: Engine.self) }
        #expect(try container.resolve("seen", as: String.self) == "b:engine,spare")
    }

    @Test func overrideOfATaggedServiceIsCollectedInItsPosition() throws {
        let container = try wire(
            engines + "\nservice \"rack\" { type = \"Rack\", args = { engines = tagged \"engine\" } }"
        ) { services in
            services.override("c") { _ in Engine(brand: "fake", cylinders: 1) }
        }
        #expect(try container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["fake", "a", "b"])
        try container.withOverrides {
            $0.override("a") { _ in Engine(brand: "test", cylinders: 1) }
        } operation: {
            try #expect(container.resolve("rack", as: Rack.self).engines.map(\.brand) == ["fake", "test", "b"])
        }
    }

    @Test func rulesInjectTaggedServices() throws {
        let container = try wire(
            engines + "\ninject { slot = \"Shelf.engines\", value = tagged \"engine\" }"
        ) { $0.registerOwner(Shelf.self) }
        let shelf = Shelf()
        try container.inject(into: shelf)
        #expect(shelf.engines.map(\.brand) == ["c", "a", "b"])
    }
}

private final class Shelf {
    @Injected var engines: [Engine]
}
