import Moonwire
import TestSupport
import Testing

/// What goes wrong while services of a cycle are built.
@Suite struct LaterFailureTests {
    private static let broken =
        "parameters { level = -1 }\n"
        + Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto")
        + Lantern.service(
            #"set = { { "part", later "parent" }, { "level", param "level" } }"#, id: "child", reload: "auto")

    private func ids(_ container: Container) -> [String] { container.instances.map(\.id).filter { $0 != "log" } }

    /// The error names the service whose setter failed; both are stopped.
    @Test(arguments: ["parent", "child"]) func nothingIsKeptAndTheNextResolveTriesAgain(_ first: String) throws {
        let living = try Living(lamps: Self.broken)
        for _ in 0..<2 {
            #expect(
                living.readable(message { _ = try living.lamp(first) }) == """
                    container.lua:6: service "child" could not be built: the lamp is broken
                    """)
            #expect(ids(living.container) == [])
        }
        #expect(
            living.log.elements
                == Array(
                    repeating: ["close parent", "closed before child: parent", "close child"], count: 2
                ).flatMap(\.self))
        try living.container.setParameter("level", to: 2)
        let parent = try living.lamp("parent")
        #expect(parent.other?.part === parent)
        #expect(parent.other?.level == 2)
    }

    @Test func failureOfAConstructionKeepsNothing() throws {
        let living = try Living(
            lamps: Lantern.service(#"set = { part = later "parent" }"#, id: "child", reload: "auto")
                + #"service "parent" { factory = function(args) error("no", 0) end, args = { ref "child" } }"#)
        #expect(message { _ = try living.lamp("child") } != "")
        #expect(ids(living.container) == [])
    }

    /// `created` is called for complete instances, and an error in it is one of the cycle.
    @Test(arguments: ["parent", "child"]) func createdSeesCompleteInstances(_ first: String) throws {
        let living = try Living(
            lamps: LaterTests.pair.replacing("level = 1", with: "level = 1, part = ref \"child\"") + """
                hook.created("parent", function(lamp) lamp:note("parent " .. tostring(lamp.part.part == lamp)) end)
                hook.created("child", function(lamp) lamp:note("child " .. tostring(lamp.part.part == lamp)) end)
                hook.resolved("child", function(lamp) lamp:note("resolved " .. tostring(lamp.part ~= nil)) end)
                """)
        _ = try living.lamp(first)
        #expect(living.log.elements == ["child true", "parent true"] + (first == "child" ? ["resolved true"] : []))
    }

    @Test func failingHookKeepsNothing() throws {
        let living = try Living(
            lamps: LaterTests.pair + #"hook.created("parent", function(lamp) error("no", 0) end)"#)
        #expect(message { _ = try living.lamp("child") } != "")
        #expect(ids(living.container) == [])
        #expect(living.log.elements == ["close parent", "closed before child: parent", "close child"])
    }

    @Test func hookMustNotReplaceAnInstance() throws {
        let living = try Living(
            lamps: LaterTests.pair + """
                hook.created("child", function(lamp) return Lantern { name = "other" } end)
                """)
        #expect(
            living.readable(message { _ = try living.lamp("parent") }) == """
                container.lua:5: service "child": a hook replaces the instance, which other services of its cycle may have received
                """)
        #expect(ids(living.container) == [])
    }

    /// A task could be suspended in the middle.
    @Test func asynchronousServiceCannotBeAPart() throws {
        let text = LaterTests.pair.replacing(
            #"set = { part = later "parent" }"#, with: #"set = { part = later "parent" }, call = { { "warmUp" } }"#)
        #expect(
            message {
                _ = try wire(text, types: [Lantern.self]) { $0.register("log") { _ in Station.Log(Collected()) } }
            } == """
                container.lua:6: service "child" cannot be part of the cycle child -> parent -> child: its construction is asynchronous
                    `lazy` or `provider` instead of `later` breaks the cycle
                """)
    }

    /// Another service would keep what is not complete.
    @Test func serviceOutsideTheCycleCannotHaveAPartOfIt() throws {
        let living = try Living(
            lamps: LaterTests.pair.replacing(
                #"set = { part = later "parent" }"#,
                with: #"set = { part = later "parent" }, configure = function(lamp, c) c.get("user") end"#)
                + #"service "user" { type = "Lantern", args = { name = "user", other = ref "parent" } }"#)
        #expect(
            living.readable(message { _ = try living.lamp("parent") }) == """
                container.lua:1: service "parent" is requested before the services of its cycle are complete: child -> user -> parent
                """)
        #expect(ids(living.container) == [])
    }

    /// Whichever is resolved first: a function asks for what is still being constructed.
    @Test(arguments: ["parent", "child"]) func functionsDoNotCloseACycle(_ first: String) throws {
        let living = try Living(
            lamps: Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto")
                + """
                service "child" {
                    factory = function(args, c) return Lantern { name = "child", other = c.get "parent" } end,
                    set = { part = later "parent" },
                }
                """)
        let path = first == "parent" ? "parent -> child -> parent" : "child -> parent -> child"
        #expect(
            message { _ = try living.lamp(first) }.contains(
                "service \"\(first)\" depends on itself while it is built: \(path)"))
        #expect(ids(living.container) == [])
    }

    @Test func suppliedInstanceReplacesAPart() throws {
        let living = try Living(lamps: LaterTests.pair)
        let own = Lantern(name: "own")
        try living.container.supply(own, for: "child")
        #expect(try living.lamp("parent").other === own)
        #expect(own.part == nil)
    }

    /// The cycle is built again around what the application has supplied meanwhile.
    @Test(arguments: ["parent", "child"]) func partThatIsSuppliedDuringTheBuildCounts(_ first: String) throws {
        let own = Lantern(name: "own")
        let living = try supplying(own, for: "child", during: LaterTests.pair)
        #expect(try living.lamp(first) === (first == "child" ? own : living.lamp("parent")))
        #expect(try living.lamp("parent").other === own)
        #expect(try living.lamp("child") === own)
        #expect(living.log.elements == ["close parent", "closed before child: parent", "close child"])
    }

    /// The decorator wraps the former instance, and so must be built again with its cycle.
    @Test func decoratedServiceThatIsSuppliedDuringTheBuildCounts() throws {
        let own = Lantern(name: "own")
        let living = try supplying(
            own, for: "parent",
            during: """
                service "parent" { type = "Lantern", args = { name = "parent" } }
                decorate "parent" { type = "Lantern", args = { name = "around", other = inner }, set = { part = ref "child" } }

                """ + Lantern.service(#"set = { part = later "parent" }"#, id: "child", reload: "auto"))
        let around = try living.lamp("parent")
        #expect(around.other === own)
        #expect(around.part?.part === around)
        #expect(living.log.elements == ["close child"])
    }

    /// A container whose application supplies an instance in the first `created` hook of the child.
    private func supplying(_ own: Lantern, for id: String, during text: String) throws -> Living {
        let container = Collected<Container>()
        let made = Counter()
        let living = try Living(lamps: text) { services in
            services.addHook(.created("child")) { (_: Lantern, _) in
                if made.add() == 1, let container = container.elements.first { try container.supply(own, for: id) }
            }
        }
        container.append(living.container)
        return living
    }
}
