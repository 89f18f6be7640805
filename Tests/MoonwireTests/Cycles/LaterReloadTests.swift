import Moonwire
import TestSupport
import Testing

/// Services of a cycle are kept and replaced together.
@Suite struct LaterReloadTests {
    @Test func unchangedCycleIsKept() throws {
        let living = try Living(lamps: LaterTests.pair)
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        try living.reload("service \"new\" { type = \"Lantern\", args = { name = \"new\" } }\n" + LaterTests.pair)
        #expect(try living.lamp("parent") === parent)
        #expect(try living.lamp("child") === child)
        #expect(living.log.elements == [])
    }

    @Test(arguments: [
        ("level = 1", "level = 2"), ("later \"parent\"", "optional \"none\""),
        ("later \"parent\" }", "later \"parent\", level = 3 }"),
    ])
    func changeOfOneReplacesAll(_ edit: (String, String)) throws {
        let living = try Living(lamps: LaterTests.pair)
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        try living.reload(LaterTests.pair.replacing(edit.0, with: edit.1))
        #expect(try living.lamp("parent") !== parent)
        #expect(try living.lamp("child") !== child)
        #expect(try living.lamp("parent").other === living.lamp("child"))
        #expect(living.log.elements == ["close parent", "closed before child: parent", "close child"])
    }

    @Test(arguments: ["parent", "child"]) func resetReplacesAll(_ id: String) throws {
        let living = try Living(lamps: LaterTests.pair)
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        try living.container.reset(id)
        #expect(try living.lamp("parent") !== parent)
        #expect(try living.lamp("child") !== child)
        #expect(try living.lamp("child").part?.other === living.lamp("child"))
    }

    /// The build began before the reload, and its instances belong to both generations.
    @Test func cycleThatIsBuiltDuringAReloadIsCarriedOver() throws {
        let container = Collected<Container>()
        let done = Counter()
        let text = LaterTests.pair.replacing(
            #"set = { part = later "parent" }"#,
            with: #"set = { part = later "parent" }, configure = function(lamp, c) c.get("reloading") end"#)
        let living = try Living(lamps: text) { services in
            services.register("reloading", scope: .transient) { _ in
                if done.add() == 1 { try container.elements.first?.reload() }
                return Station.Log(Collected())
            }
        }
        container.append(living.container)
        let parent = try living.lamp("parent")
        #expect(try living.lamp("parent") === parent)
        #expect(try living.lamp("child") === parent.other)
        #expect(done.value == 1)
        #expect(living.log.elements == [])
    }

    @Test(arguments: ["parent", "child"]) func overrideOfOneRebuildsTheOther(_ first: String) throws {
        let living = try Living(lamps: LaterTests.pair)
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        try living.container.withOverrides {
            $0.override("child") { _ in Lantern(name: "own") }
        } operation: { () throws in
            _ = try living.lamp(first)
            #expect(try living.lamp("child").name == "own")
            #expect(try living.lamp("parent") !== parent)
            #expect(try living.lamp("parent").other === living.lamp("child"))
        }
        #expect(try living.lamp("parent") === parent)
        #expect(try living.lamp("child") === child)
    }

    @Test func overrideOfAnotherServiceKeepsTheCycle() throws {
        let living = try Living(
            lamps: LaterTests.pair + #"service "alone" { type = "Lantern", args = { name = "alone" } }"#)
        let parent = try living.lamp("parent")
        try living.container.withOverrides {
            $0.override("alone") { _ in Lantern(name: "own") }
        } operation: { () throws in
            #expect(try living.lamp("parent") === parent)
            #expect(try living.lamp("child") === parent.other)
        }
    }

    /// What it holds of the cycle is replaced with it, and complete.
    @Test func overrideOfANeedRebuildsTheWholeCycle() throws {
        let living = try Living(
            lamps: LaterTests.pair.replacing("name = \"child\"", with: "name = \"child\", other = ref \"bulb\"")
                + Lantern.bulb(40))
        let parent = try living.lamp("parent")
        try living.container.withOverrides {
            $0.override("bulb") { _ in Lantern(name: "own") }
        } operation: { () throws in
            let inside = try living.lamp("parent")
            #expect(inside !== parent)
            #expect(inside.other?.other?.name == "own")
            #expect(inside.other?.part === inside)
        }
    }

    private static let lit =
        LaterTests.pair.replacing("name = \"child\"", with: "name = \"child\", other = ref \"bulb\"") + Lantern.bulb(40)

    /// The construction of the cycle would be asynchronous, which is a fault of scripts as well.
    @Test func overrideOfANeedIsNotAsynchronous() async throws {
        let living = try Living(lamps: Self.lit)
        let said = await message {
            try await living.container.withOverrides {
                $0.override("bulb") { _ async throws in Lantern(name: "own") }
            } operation: { () async throws in
            }
        }
        #expect(
            said.map(living.readable) == """
                container.lua:2: service "parent" cannot be part of the cycle parent -> child -> parent: \
                its construction is asynchronous
                    `lazy` or `provider` instead of `later` breaks the cycle
                """)
    }

    /// It is not passed anything later, so that there is no cycle.
    @Test func overrideOfAPartMayBeAsynchronous() async throws {
        let living = try Living(lamps: Self.lit)
        try await living.container.withOverrides {
            $0.override("child") { _ async throws in Lantern(name: "own") }
        } operation: { () async throws in
            let inside = try await living.container.resolve("parent", as: Lantern.self)
            #expect(inside.other?.name == "own")
        }
    }

    /// What is still in use returns as a whole.
    @Test func rollbackReturnsToTheCycle() throws {
        let living = try Living(lamps: LaterTests.pair)
        let (parent, child) = (try living.lamp("parent"), try living.lamp("child"))
        let use = try living.container.openOverrides { _ in }
        try living.reload(LaterTests.pair.replacing("level = 1", with: "level = 2"))
        #expect(try living.lamp("parent") !== parent)
        try living.container.rollback()
        #expect(try living.lamp("child") === child)
        #expect(try living.lamp("parent") === parent)
        use.close()
        #expect(!parent.isClosed && !child.isClosed)
    }

    /// The services of a long cycle, the first of which is passed to the last one later.
    private static func ring(_ count: Int) -> String {
        (0..<count).map { number in
            #"service "s\#(number)" { type = "Lantern", args = { name = "s\#(number)", "#
                + (number + 1 < count ? #"other = ref "s\#(number + 1)" } }"# : #"}, set = { part = later "s0" } }"#)
        }.joined(separator: "\n")
    }

    /// The build ends after a reload, and is carried over as a whole, or not at all.
    @Test(.timeLimit(.minutes(5))) func supplyWhileACycleIsCarriedOverLeavesNoFormerPart() throws {
        let count = 200
        for round in 0..<repetitions(60, debug: 8) {
            let (isInside, isSupplied) = (Gate(), Gate())
            let living = try Living(lamps: Self.ring(count)) { services in
                services.addHook(.created("s0")) { (_: Lantern, _) in
                    isInside.open()
                    isSupplied.wait()
                }
            }
            let builder = TestThread { _ = try? living.lamp("s0") }
            isInside.wait()
            try living.reload()
            isSupplied.open()
            // At another moment each time.
            for _ in 0..<round * 50 { _ = living.container.generations }
            try living.container.supply(Lantern(name: "own"), for: "s10")
            builder.join()
            let (first, last) = (try living.lamp("s0"), try living.lamp("s\(count - 1)"))
            #expect(last.part === first)
        }
    }
}
