import Moonwire
import TestSupport
import Testing

/// Services that need each other: `set` and `call` with `later "id"`.
@Suite struct LaterTests {
    /// A lamp that another one has as its part, and that has the other one.
    static let pair =
        Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto")
        + Lantern.service(#"set = { part = later "parent" }"#, id: "child", reload: "auto")

    private func living(_ text: String) throws -> Living { try Living(lamps: text) }

    @Test("91: setter-side cycles", arguments: ["parent", "child"])
    func bothServicesAreCompleteWhicheverIsResolvedFirst(_ first: String) throws {
        let living = try living(Self.pair)
        _ = try living.lamp(first)
        #expect(Set(living.container.instances.map(\.id)).isSuperset(of: ["parent", "child"]))
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        #expect(parent.other === child)
        #expect(child.part === parent)
        #expect(parent.level == 1)
    }

    @Test func serviceMayReferToItself() throws {
        let lamp = try living(Lantern.service(#"set = { part = later "lamp" }"#, reload: "auto")).lamp()
        #expect(lamp.part === lamp)
    }

    @Test(arguments: ["a", "b", "c"]) func threeServicesFormACycle(_ first: String) throws {
        let living = try living(
            Lantern.service("set = { level = 1 }", id: "a", args: #"other = ref "b""#, reload: "auto")
                + Lantern.service("set = { level = 2 }", id: "b", args: #"other = ref "c""#, reload: "auto")
                + Lantern.service(#"call = { { "attach", later.a } }"#, id: "c", reload: "auto"))
        _ = try living.lamp(first)
        #expect(try living.lamp("a").other === living.lamp("b"))
        #expect(try living.lamp("b").other === living.lamp("c"))
        #expect(try living.lamp("c").part === living.lamp("a"))
    }

    @Test(arguments: ["a", "b", "c"]) func cyclesMayOverlap(_ first: String) throws {
        let living = try living(
            Lantern.service("set = { level = 1 }", id: "a", args: #"other = ref "b""#, reload: "auto")
                + Lantern.service(
                    #"set = { part = later "a" }"#, id: "b", args: #"other = ref "c""#, reload: "auto")
                + Lantern.service(#"set = { part = later "b" }"#, id: "c", reload: "auto"))
        _ = try living.lamp(first)
        let (a, b, c) = (try living.lamp("a"), try living.lamp("b"), try living.lamp("c"))
        #expect(a.other === b && b.other === c)
        #expect(b.part === a && c.part === b)
        #expect(living.container.instances.map(\.id).filter { $0 != "log" }.sorted() == ["a", "b", "c"])
    }

    /// One mark for each cycle is enough, and more do no harm.
    @Test(
        arguments: [("ref", "later"), ("later", "ref"), ("later", "later")], ["a", "b"])
    func settersAloneFormACycle(_ words: (String, String), _ first: String) throws {
        let living = try living(
            Lantern.service("set = { part = \(words.0) \"b\" }", id: "a", reload: "auto")
                + Lantern.service("set = { part = \(words.1) \"a\" }", id: "b", reload: "auto"))
        _ = try living.lamp(first)
        #expect(try living.lamp("a").part === living.lamp("b"))
        #expect(try living.lamp("b").part === living.lamp("a"))
    }

    @Test(arguments: ["parent", "boss", "child"]) func aliasesAndDecoratorsAreParts(_ first: String) throws {
        let living = try living(
            Lantern.service("set = { level = 1 }", id: "parent", args: #"other = ref "child""#, reload: "auto")
                + """
                decorate "parent" { type = "Lantern", args = { name = "around", log = ref "log", other = inner } }
                alias "boss" "parent"
                """ + "\n" + Lantern.service(#"set = { part = later "boss" }"#, id: "child", reload: "auto"))
        _ = try living.lamp(first)
        let (child, around) = (try living.lamp("child"), try living.lamp("parent"))
        #expect(around.name == "around")
        #expect(child.part === around)
        #expect(around.other?.other === child)
    }

    /// The first step that is passed a service later, and all that follow it.
    @Test(arguments: ["parent", "child"]) func stepsRunInTheirOrder(_ first: String) throws {
        let living = try living(
            Lantern.service(
                #"set = { part = ref "child" }, call = { { "note", "of parent" } }"#, id: "parent",
                args: #"other = ref "child""#, reload: "auto")
                    + """
                    service "child" {
                        type = "Lantern", args = { name = "child", log = ref "log" }, set = { level = 3 },
                        call = { { "note", "before" }, { "copyLevel", later "parent" }, { "note", "after" } },
                        configure = function(child, c)
                            child:note("child is part " .. tostring(c.get("parent").part == child) .. ", level " .. child.level)
                        end,
                    }
                    """)
        _ = try living.lamp(first)
        #expect(
            living.log.elements == ["before", "of parent", "after", "child is part true, level 0"])
    }

    @Test func theSameInSwift() throws {
        let container = try Container(text: "", types: [Lantern.self], environment: .dev) { services in
            services.define("parent", type: "Lantern") { $0.arguments = ["name": "a", "other": .service("child")] }
            services.define("child", type: "Lantern") {
                $0.arguments = ["name": "b"]
                $0.properties = ["part": .later("parent")]
            }
        }
        let child = try container.resolve("child", as: Lantern.self)
        #expect(try child.part === container.resolve("parent", as: Lantern.self))
        #expect(child.part?.other === child)
    }

    /// A handle resolves during the build, too.
    @Test func asynchronousResolveFindsTheCycle() async throws {
        let living = try living(
            Self.pair
                + Lantern.service(
                    #"call = { { "warmUp" } }"#, id: "user", args: #"other = ref "child""#, reload: "auto"))
        let user = try await living.container.resolve("user", as: Lantern.self)
        let child = try await living.container.resolve("child", as: Lantern.self)
        #expect(user.other === child)
        #expect(child.part?.other === child)
    }

    @Test func everyResolveHasItsOwnCycleOfScopeGraph() throws {
        let pair = Self.pair.replacing(#"reload = "auto""#, with: #"scope = "graph""#).replacing(
            #"stop = "close", "#, with: "")
        let living = try living(
            pair
                + #"service "user" { type = "Lantern", args = { name = "user", other = ref "child" }, set = { part = ref "parent" }, scope = "transient" }"#
        )
        let (one, two) = (try living.lamp("user"), try living.lamp("user"))
        #expect(one.other !== two.other)
        for user in [one, two] {
            #expect(user.other?.part === user.part)
            #expect(user.part?.other === user.other)
        }
    }

    /// Objects of one thread, the first of which needs no more than its initializer.
    @Test(arguments: ["leaf", "stem"]) func graphOfObjectsThatAreNotSendable(_ first: String) throws {
        let container = try wire(
            """
            service "stem" { type = "Stem", args = { ref "leaf" }, scope = "graph" }
            service "leaf" { type = "Leaf", set = { stem = later "stem" }, scope = "graph" }
            """, types: [Stem.self, Leaf.self])
        let leaf =
            first == "leaf"
            ? try container.resolve("leaf", as: Leaf.self) : try container.resolve("stem", as: Stem.self).leaf
        #expect(leaf.stem?.leaf === leaf)
        #expect(leaf.made == 1)
        leaf.stem = nil
    }

    @Test(arguments: ["parent", "child"]) func everyOpenScopeHasItsOwnCycle(_ first: String) throws {
        let pair = Self.pair.replacing(#"reload = "auto""#, with: #"scope = "request""#)
        let living = try living("scopes { \"request\" }\n" + pair)
        let lamps = try (0..<2).map { _ in
            try living.container.withScope("request") {
                _ = try living.lamp(first)
                let child = try living.lamp("child")
                #expect(try child.part === living.lamp("parent"))
                #expect(child.part?.other === child)
                return child
            }
        }
        #expect(lamps[0] !== lamps[1])
        #expect(
            living.log.elements
                == Array(
                    repeating: ["close parent", "closed before child: parent", "close child"], count: 2
                ).flatMap(\.self))
    }

    /// The last one that was constructed is the first one that is stopped.
    @Test(arguments: ["parent", "child"]) func shutdownStopsThemInReverseOrder(_ first: String) async throws {
        let living = try living(Self.pair)
        _ = try living.lamp(first)
        await living.container.shutdownGracefully()
        #expect(living.log.elements == ["close parent", "closed before child: parent", "close child"])
    }
}

private final class Stem: Exposed {
    let leaf: Leaf

    init(leaf: Leaf) {
        self.leaf = leaf
        leaf.made += 1
    }

    static let exposure = Exposure(Stem.self) { Initializer("leaf", body: Stem.init) }
}

private final class Leaf: Exposed {
    var stem: Stem?
    /// The number of stems that have it.
    var made = 0

    static let exposure = Exposure(Leaf.self) {
        Initializer { Leaf() }
        Property("stem", get: { $0.stem }, set: { $0.stem = $1 })
    }
}
