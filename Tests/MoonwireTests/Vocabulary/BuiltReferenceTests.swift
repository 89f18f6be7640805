import Moonwire
import TestSupport
import Testing

/// References to services that something else has built: `optional("id", { built = true })`, and `c.built "id"`.
@Suite(.timeLimit(.minutes(5))) struct BuiltReferenceTests {
    private static let couriers = """
        service "bicycle" { type = "Bicycle" }
        service "hub" {
            type = "Hub", args = { couriers = { optional("bicycle", { built = true, drop = true }) } },
            call = {
                { "use", optional("bicycle", { built = true }) },
                { "use", courier = optional("bicycle", { built = true, drop = true }) },
            },
        }

        """

    @Test("25: a service that is not built is nil, and what contains it is dropped", arguments: [true, false])
    func onlyABuiltServiceIsPassed(isBuilt: Bool) throws {
        let container = try wire(Self.couriers, types: Delivery.types)
        if isBuilt { _ = try container.resolve("bicycle", as: Bicycle.self) }
        let hub = try container.resolve("hub", as: Hub.self)
        #expect(hub.couriers.count == (isBuilt ? 1 : 0))
        #expect(hub.used == (isBuilt ? ["bicycle", "bicycle"] : ["none"]))
        #expect(container.instances.map(\.id).contains("bicycle") == isBuilt)
        if isBuilt {
            #expect(try hub.couriers.first as? Bicycle === container.resolve("bicycle", as: Bicycle.self))
        }
    }

    @Test("25: properties, maps, and functions receive it") func otherValuesReceiveIt() throws {
        let text = """
            service "spare" { type = "Tool", args = { name = "spare" } }
            service "box" {
                type = "Box", args = { tools = { spare = optional("spare", { built = true, drop = true }) } },
                set = { tool = optional("spare", { built = true }) },
            }
            service "kept" { type = "Box", set = { tool = optional("spare", { built = true, drop = true }) } }
            service "made" {
                factory = function(args, c)
                    return Box { tools = args.spare and { found = args.spare } or {} }
                end,
                args = { spare = optional("spare", { built = true }) },
            }
            """
        for isBuilt in [true, false] {
            let container = try wire(text, types: [Tool.self, Box.self])
            if isBuilt { _ = try container.resolve("spare", as: Tool.self) }
            let box = try container.resolve("box", as: Box.self)
            #expect(box.tools.keys.sorted() == (isBuilt ? ["spare"] : []))
            #expect(box.tool?.name == (isBuilt ? "spare" : nil))
            #expect(try container.resolve("kept", as: Box.self).tool?.name == (isBuilt ? "spare" : "first"))
            #expect(try container.resolve("made", as: Box.self).tools.keys.sorted() == (isBuilt ? ["found"] : []))
        }
    }

    @Test func aServiceUnderConstructionIsNotBuilt() throws {
        let container = try wire(
            """
            service "first" { type = "Box", args = { tools = { a = ref "tool" } } }
            service "tool" { type = "Tool", args = { name = "t", owner = optional("first", { built = true }) } }
            """, types: [Tool.self, Box.self])
        let first = try container.resolve("first", as: Box.self)
        #expect(first.tools["a"]?.owner == nil)
    }

    @Test func weakCachedAndSuppliedServicesAreBuiltWhileTheyExist() throws {
        let text = """
            service "weak" { type = "Tool", args = { name = "weak" }, scope = "weak" }
            service "cached" { type = "Tool", args = { name = "cached" }, scope = { "cached", ttl = "1h" } }
            service "given" { type = "Tool", synthetic = true }
            alias "other" "given"

            """
        let container = try wire(
            text + """
                service "box" { type = "Box", scope = "transient", outlives = { "cached" }, args = { tools = {
                    weak = optional("weak", { built = true, drop = true }),
                    cached = optional("cached", { built = true, drop = true }),
                    other = optional("other", { built = true, drop = true }),
                } } }
                """, types: [Tool.self, Box.self])
        func names() throws -> [String] { try container.resolve("box", as: Box.self).tools.keys.sorted() }
        #expect(try names() == [])
        var weak: Tool? = try container.resolve("weak")
        try container.supply(Tool(name: "given", owner: nil), for: "given")
        #expect(try names() == ["other", "weak"])
        _ = try container.resolve("cached", as: Tool.self)
        #expect(try names() == ["cached", "other", "weak"])
        try container.reset("cached")
        withExtendedLifetime(weak) {}
        weak = nil
        #expect(try names() == ["other"])
    }

    @Test func scopesHaveInstancesOfTheirOwn() throws {
        let container = try wire(
            """
            scopes { "request" }
            service "tool" { type = "Tool", args = { name = "t" }, scope = "request" }
            service "clock" { type = "Tool", args = { name = "clock" } }
            service "box" {
                type = "Box", scope = "request",
                args = { tools = {
                    tool = optional("tool", { built = true, drop = true }), clock = optional("clock", { built = true, drop = true }),
                } },
            }
            """, types: [Tool.self, Box.self])
        let clock: Tool = try container.resolve("clock")
        try container.withScope("request") { _ in
        } operation: {
            let tool: Tool = try container.resolve("tool")
            let box: Box = try container.resolve("box")
            #expect(box.tools["tool"] === tool)
            #expect(box.tools["clock"] === clock)
        }
        try container.withScope("request") { _ in
        } operation: {
            let box: Box = try container.resolve("box")
            #expect(box.tools.keys.sorted() == ["clock"])
        }
    }

    @Test("25: a function that stops a service builds no other", arguments: [true, false])
    func stopUsesWhatIsBuilt(isBuilt: Bool) throws {
        let living = try Living(
            """
            service "spare" { type = "Station", args = { name = "spare" } }
            service "main" {
                type = "Station", args = { name = "main", log = ref "log" },
                stop = function(station, c)
                    local spare = c.built "spare"
                    station:leave(spare and spare.name or "nothing")
                end,
            }
            """)
        if isBuilt { _ = try living.station("spare") }
        _ = try living.station("main")
        try living.container.reset("main")
        #expect(living.log.elements == [isBuilt ? "spare" : "nothing"])
        #expect(living.container.instances.map(\.id).contains("spare") == isBuilt)
    }

    @Test func cyclesThroughSuchReferencesAreLegal() throws {
        let container = try wire(
            """
            service "one" { type = "Tool", args = { name = "one", owner = optional("two", { built = true }) } }
            service "two" { type = "Box", args = { tools = { one = ref "one" } } }
            """, types: [Tool.self, Box.self])
        #expect(try container.resolve("two", as: Box.self).tools["one"]?.owner == nil)
    }

    @Test func aReloadReplacesWhatHoldsAReplacedService() throws {
        let text = """
            service "spare" { type = "Tool", args = { name = "NAME" } }
            service "box" { type = "Box", set = { tool = optional("spare", { built = true }) } }
            """
        let living = try Living(text, types: [Tool.self, Box.self])
        _ = try living.container.resolve("spare", as: Tool.self)
        let box: Box = try living.container.resolve("box")
        try living.reload(text + "\nservice \"more\" { type = \"Box\" }")
        #expect(try living.container.resolve("box", as: Box.self) === box)
        try living.reload(text.replacing("NAME", with: "other"))
        #expect(try living.container.resolve("box", as: Box.self) !== box)
        try living.reload(
            text.replacing("NAME", with: "other").replacing(
                "optional(\"spare\", { built = true })", with: "optional \"spare\""))
        #expect(try living.container.resolve("box", as: Box.self).tool?.name == "other")
    }

    @Test func threadsSeeNothingOrTheOnlyInstance() throws {
        let container = try wire(
            """
            service "spare" { type = "Tool", args = { name = "spare" } }
            service "box" {
                type = "Box", scope = "transient", set = { tool = optional("spare", { built = true }) },
                args = { tools = { a = optional("spare", { built = true, drop = true }) } },
            }
            """, types: [Tool.self, Box.self])
        let seen = Collected<ObjectIdentifier>()
        onThreads(8) { number in
            for round in 0..<200 {
                if number == 0, round == 100 { _ = try? container.resolve("spare", as: Tool.self) }
                guard let box = try? container.resolve("box", as: Box.self) else { continue }
                if let tool = box.tool { seen.append(ObjectIdentifier(tool)) }
                if let tool = box.tools["a"] { seen.append(ObjectIdentifier(tool)) }
            }
        }
        let spare = ObjectIdentifier(try container.resolve("spare", as: Tool.self))
        #expect(seen.elements.allSatisfy { $0 == spare })
        #expect(try container.resolve("box", as: Box.self).tool != nil)
    }

    @Test func anAsynchronousServiceIsNotAwaited() async throws {
        let container = try wire(
            """
            service "main" { type = "Cable", args = { name = "main" } }
            service "wall" { type = "Wall", args = { cable = optional("main", { built = true }) } }
            service "open" {
                factory = "Cable.open", args = { name = "open" }, call = { { "join", optional("main", { built = true, drop = true }) }, { "join", optional("none", { built = true, drop = true }) } },
            }
            """, types: [Cable.self, Wall.self])
        func wall() throws -> Wall { try container.resolve("wall") }
        #expect(try wall().cable == nil)
        let main: Cable = try await container.resolve("main")
        #expect(try await container.resolve("open", as: Cable.self).log.elements == ["main"])
        try container.reset("wall")
        #expect(try wall().cable === main)
    }

    @Test func factoriesInSwiftUseWhatIsBuilt() throws {
        let container = try wire(
            "service \"tool\" { type = \"Tool\", args = { name = \"t\" } } service \"each\" { type = \"Box\", scope = \"transient\" }",
            types: [Tool.self, Box.self]
        ) { services in
            services.register("box", scope: .transient) { resolver in
                Box(tools: try resolver.built("tool", as: Tool.self).map { ["tool": $0] } ?? [:])
            }
            services.register("wrong") { resolver in
                Box(tools: [:], tool: try resolver.built("each", as: Tool.self))
            }
            services.register("unknown") { resolver in Box(tools: [:], tool: try resolver.built("tol", as: Tool.self)) }
        }
        #expect(try container.resolve("box", as: Box.self).tools.isEmpty)
        _ = try container.resolve("tool", as: Tool.self)
        #expect(try container.resolve("box", as: Box.self).tools.count == 1)
        #expect(
            message { _ = try container.resolve("wrong", as: Box.self) }
                .hasPrefix("a function refers to \"each\" only if it is built, but its scope is \"transient\""))
        #expect(message { _ = try container.resolve("unknown", as: Box.self) }.contains("did you mean \"tool\"?"))
    }
}

private final class Tool: Exposed, Sendable {
    let name: String
    let owner: Box?

    init(name: String, owner: Box?) {
        self.name = name
        self.owner = owner
    }

    static let exposure = Exposure(Tool.self) {
        Initializer("name", "owner", body: Tool.init)
        Property("name", \.name)
    }
}

private final class Box: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    let tools: [String: Tool]
    var tool: Tool?

    init(tools: [String: Tool], tool: Tool? = Tool(name: "first", owner: nil)) {
        self.tools = tools
        self.tool = tool
    }

    static let exposure = Exposure(Box.self) {
        Initializer(ExposedArgument("tools", default: [:])) { (tools: [String: Tool]) in Box(tools: tools) }
        Property("tool", \.tool)
    }
}

private final class Wall: Exposed, Sendable {
    let cable: Cable?

    init(cable: Cable?) { self.cable = cable }

    static let exposure = Exposure(Wall.self) { Initializer("cable", body: Wall.init) }
}
