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
}
