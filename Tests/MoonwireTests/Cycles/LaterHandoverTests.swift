import Moonwire
import TestSupport
import Testing

/// A new cycle takes over the states of the services that a reload replaces.
@Suite(.timeLimit(.minutes(5))) struct LaterHandoverTests {
    /// The second service takes over, and the first one by id does not.
    private static func pair(_ level: Int, handover: String = "") -> String {
        Lantern.service("set = { level = \(level) }", id: "a", args: #"other = ref "b""#, reload: "auto")
            + Lantern.service(
                """
                set = { part = later "a" },
                    handover = function(former, new, c) \(handover) new.level = former.level + 1 end
                """, id: "b", reload: "auto")
    }

    @Test func stateIsPassedToTheNewInstance() async throws {
        let living = try Living(lamps: Self.pair(1))
        for level in 1...3 {
            if level > 1 { try living.reload(Self.pair(level)) }
            let lamp = try living.lamp("b")
            #expect(lamp.level == level - 1)
            #expect(lamp.part?.level == level)
        }
        // Nothing waits for another attempt, so that the former ones are stopped.
        try await until { living.container.generations.count == 1 }
        #expect(living.log.elements.count { $0 == "close b" } == 2)
    }

    @Test func failureKeepsTheState() throws {
        let failures = Counter()
        let living = try Living(lamps: Self.pair(1)) { services in
            services.addHook(.created("a")) { (lamp: Lantern, _) in
                if lamp.level == 2, failures.add() < 3 { throw Lantern.Broken() }
            }
        }
        _ = try living.lamp("b")
        try living.reload(Self.pair(2))
        for _ in 0..<2 { #expect(message { _ = try living.lamp("a") }.contains("the lamp is broken")) }
        #expect(try living.lamp("b").level == 1)
    }

    /// The next one waits, although the service that takes over is not the one by which the cycle is known.
    @Test func reloadDuringAHandoverLosesNothing() async throws {
        let (isInside, mayGo) = (Gate(), Gate())
        let living = try Living(lamps: Self.pair(1), slowWait: .zero) { services in
            services.register("pause", scope: .transient) { _ in
                isInside.open()
                mayGo.wait()
                return Station.Log(Collected())
            }
        }
        _ = try living.lamp("b")
        try living.reload(Self.pair(2, handover: #"c.get "pause""#))
        let builder = TestThread { _ = try? living.lamp("b") }
        isInside.wait()
        try living.reload(Self.pair(3))
        let results = Collected<String>()
        let other = TestThread { results.append(message { results.append("level \(try living.lamp("b").level)") }) }
        try await until {
            living.container.diagnostics.entries.contains { $0.code == .slowWait } || !results.elements.isEmpty
        }
        mayGo.open()
        builder.join()
        other.join()
        #expect(results.elements.first == "level 2")
    }
}
