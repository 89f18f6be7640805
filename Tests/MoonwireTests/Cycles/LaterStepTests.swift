import Moonwire
import TestSupport
import Testing

/// The steps in which the services of a cycle are built.
@Suite struct LaterStepTests {
    private func ids(_ container: Container) -> [String] { container.instances.map(\.id).filter { $0 != "log" } }

    /// The hooks of the first one run after the later steps of the last one.
    @Test(arguments: ["a", "b"]) func hooksRunAfterAllSteps(_ first: String) throws {
        let living = try Living(
            lamps: Lantern.service(#"set = { part = later "b" }"#, id: "a", reload: "auto")
                + Lantern.service(#"set = { part = later "a" }"#, id: "b", reload: "auto")
                + #"hook.created("*", function(lamp, info) if info.id ~= "log" then lamp:note(tostring(lamp.part.part == lamp)) end end)"#
        )
        _ = try living.lamp(first)
        #expect(living.log.elements == ["true", "true"])
    }

    /// Which is not one of the cycle yet.
    @Test(arguments: ["parent", "child"]) func instanceWhoseFirstStepFailsIsStopped(_ first: String) throws {
        let living = try Living(
            lamps: Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto")
                + Lantern.service(
                    #"set = { { "level", -1 }, { "part", later "parent" } }"#, id: "child", reload: "auto"))
        #expect(message { _ = try living.lamp(first) }.contains("the lamp is broken"))
        #expect(living.log.elements == ["close child"])
    }

    @Test func transientServicesInsideMayHaveAPart() throws {
        let living = try Living(
            lamps: LaterTests.pair.replacing(
                #"set = { part = later "parent" }"#,
                with: """
                    set = { part = later "parent" },
                    configure = function(lamp, c) lamp:note(tostring(c.get("user").part == lamp.part)) end
                    """)
                + #"service "user" { type = "Lantern", args = { name = "user" }, set = { part = ref "parent" }, scope = "transient" }"#
        )
        _ = try living.lamp("parent")
        #expect(living.log.elements == ["true"])
    }

    @Test(arguments: ["a", "b"]) func buildingHookMayPreventTheBuild(_ first: String) throws {
        let built = Collected<String>()
        let living = try Living(lamps: LaterTests.pair) { services in
            services.addHook(.building("*")) { info in
                built.append(info.id ?? "")
                if info.id == "parent" { throw Lantern.Broken() }
            }
        }
        #expect(message { _ = try living.lamp(first == "a" ? "parent" : "child") }.contains("the lamp is broken"))
        #expect(built.elements.filter { $0 != "log" } == (first == "a" ? ["parent"] : ["child", "parent"]))
        #expect(ids(living.container) == [])
    }

    @Test func buildsAreRecorded() throws {
        let living = try Living(lamps: LaterTests.pair)
        let recording = living.container.recordBuilds()
        _ = try living.lamp("parent")
        #expect(recording.finish().events.map(\.id).filter { $0 != "log" } == ["parent", "child"])
    }

    @Test func registeredHooksCannotBuildACycle() throws {
        let said = message {
            _ = try Living(
                lamps: LaterTests.pair + #"hook.registered("parent", function(definition, info) info.get "parent" end)"#
            )
        }
        #expect(said.contains("service \"parent\" was requested while the definitions are being registered"), "\(said)")
    }

    /// Only an instance shows that its type is not `Sendable`, where a function makes it.
    @Test func sharedServiceMustBeSendable() throws {
        let container = try wire(
            """
            service "stem" { factory = function(args) return Twig { leaf = args[1] } end, args = { ref "leaf" } }
            service "leaf" { factory = function() return Twig {} end, set = { stem = later "stem" } }
            """, types: [Twig.self])
        let said = message { _ = try container.resolve("stem", as: Twig.self) }
        #expect(said.contains("is not Sendable"), "\(said)")
        #expect(ids(container) == [])
    }

    @Test func slotsAreInjected() throws {
        let container = try wire(
            """
            service "lamp" { type = "Lantern", args = { name = "lamp" } }
            service "owner" { type = "Owner", set = { partner = later "owner" } }
            """, types: [Lantern.self, Owner.self])
        let owner = try container.resolve("owner", as: Owner.self)
        #expect(owner.received == "lamp")
        // Outside of every resolve, only a slot that was filled knows its container.
        #expect(owner.lamp.name == "lamp")
        owner.partner = nil
    }

    /// Before the first step that is passed a service later, others have not received it.
    @Test func callMayReplaceAValueBeforeOthersHaveIt() throws {
        func tree(_ calls: String) throws -> Tree {
            try wire(
                """
                service "tree" { type = "Tree", args = { ref "bud" } }
                service "bud" { type = "Bud", call = { \(calls) } }
                """, types: [Tree.self, Bud.self]
            ).resolve("tree")
        }
        let tree1 = try tree(#"{ "grown" }, { "planted", later "tree" }"#)
        #expect(tree1.bud.size == 1)
        #expect(tree1.buds == [1])
        #expect(
            message { _ = try tree(#"{ "planted", later "tree" }, { "grown" }"#) }.contains(
                "service \"bud\": a call replaces the instance, which other services of its cycle may have received"))
    }
}

/// Is not `Sendable`.
private final class Twig: Exposed {
    var stem: Twig?
    let leaf: Twig?

    init(leaf: Twig?) { self.leaf = leaf }

    static let exposure = Exposure(Twig.self) {
        Initializer(ExposedArgument("leaf", default: nil)) { (leaf: Twig?) in Twig(leaf: leaf) }
        Property("stem", get: { $0.stem }, set: { $0.stem = $1 })
    }
}

/// Has a slot that must be filled before the first step.
private final class Owner: Exposed, @unchecked Sendable {  // Used by one thread.
    @Injected("lamp") var lamp: Lantern
    var partner: Owner?
    private(set) var received = ""

    static let exposure = Exposure(Owner.self) {
        Initializer { Owner() }
        Property(
            "partner", get: { $0.partner },
            set: { (owner: Owner, partner: Owner?) in
                owner.received = owner.lamp.name
                owner.partner = partner
            })
    }
}

private final class Tree: Exposed, @unchecked Sendable {  // Used by one thread.
    let bud: Bud
    var buds: [Int] = []

    init(bud: Bud) { self.bud = bud }

    static let exposure = Exposure(Tree.self) { Initializer("bud") { (bud: Bud) in Tree(bud: bud) } }
}

/// A value that a call replaces by a larger one.
private struct Bud: Exposed {
    var size = 0

    static let exposure = Exposure(Bud.self) {
        Initializer { Bud() }
        Method("grown") { (bud: Bud) in Bud(size: bud.size + 1) }
        Method("planted", "tree") { (bud: Bud, tree: Tree) in tree.buds.append(bud.size) }
    }
}
