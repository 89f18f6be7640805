import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Cycles with hooks that replace instances for a moment, and with calls that are left out.
@Suite struct LaterEdgeTests {
    /// As for any other service.
    @Test func hooksMayReplaceAnInstanceForAMoment() async throws {
        let lines = Collected<String>()
        let former = Collected<Lantern>()
        let living = try Living(lamps: LaterTests.pair) { services in
            services.addHook(.created("child")) { (lamp: inout Lantern, _) in
                former.append(lamp)
                lamp = Lantern(name: "other", log: Station.Log(lines))
            }
            services.addHook(.created("child")) { (lamp: inout Lantern, _) in lamp = former.elements.first ?? lamp }
        }
        #expect(try living.lamp("parent").other === living.lamp("child"))
        await living.container.shutdownGracefully()
        #expect(lines.elements == ["close other"])
        #expect(living.log.elements == ["close parent", "closed before child: parent", "close child"])
    }

    @Test func nothingHoldsTheInstancesOfAFailedBuild() throws {
        let noted = Lock<[Noted]>([])
        let container = try Container(
            text: #"service "knot" { type = "Knot", set = { first = later "knot" }, stop = "untie" }"#,
            types: [Knot.self], environment: .dev
        ) { services in
            services.addHook(.created("knot")) { (knot: inout Knot, _) in
                let former = knot
                noted.withLock { $0.append(Noted(knot: former)) }
                knot = Knot()
            }
        }
        #expect(message { _ = try container.resolve("knot", as: Knot.self) }.contains("a hook replaces the instance"))
        #expect(noted.withLock { $0.map { $0.knot == nil } } == [true])
    }

    /// The first one does not need the second one then, which is built later.
    @Test(arguments: [#"scope = "graph""#, ""]) func callThatIsLeftOutMakesNoSecondInstance(_ scope: String) throws {
        let container = try Container(
            text: """
                service "log" { type = "Knot" }
                service "a" { type = "Knot", \(scope), call = { { "join", later "b", optional("log", { built = true, drop = true }) } } }
                service "b" { type = "Knot", \(scope), set = { first = ref "a" } }
                service "user" { type = "Knot", scope = "transient", set = { first = ref "a", second = ref "b" } }
                """.replacing("\"Knot\", ,", with: "\"Knot\","), types: [Knot.self], environment: .dev)
        let user = try container.resolve("user", as: Knot.self)
        #expect(user.first?.second == nil)
        #expect(user.second != nil)
        #expect(user.second?.first === user.first)
    }
}

private struct Noted: Sendable {
    weak var knot: Knot?
}

/// Has two others, which it gives up when it is untied.
private final class Knot: Exposed, @unchecked Sendable {  // Used by one thread.
    var first: Knot?
    var second: Knot?

    static let exposure = Exposure(Knot.self) {
        Initializer { Knot() }
        Property("first", get: { $0.first }, set: { $0.first = $1 })
        Property("second", get: { $0.second }, set: { $0.second = $1 })
        Method("join", "other", "log") { (knot: Knot, other: Knot, _: Knot) in knot.second = other }
        Method("untie") { (knot: Knot) in
            knot.first = nil
            knot.second = nil
        }
    }
}
