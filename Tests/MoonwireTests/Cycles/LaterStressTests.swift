import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A cycle each of whose steps fails at random while threads resolve its services.
@Suite(.timeLimit(.minutes(10))) struct LaterStressTests {
    /// Each service has a construction, a setter, a call, a `configure`, and a hook, and some of these are passed a service later.
    private static let text = """
        service "a" { type = "Knot", args = { "a", ref "log", ref "b" }, set = { mark = "set" }, call = { { "join", ref "c" } },
            configure = function(knot, c) knot:check "configure" end, stop = "untie" }
        service "b" { type = "Knot", args = { "b", ref "log" }, set = { mark = "set", partner = later "a" },
            call = { { "join", later "d" } }, configure = function(knot, c) knot:check "configure" end, stop = "untie" }
        service "c" { type = "Knot", args = { "c", ref "log", ref "d" }, set = { mark = "set" },
            call = { { "join", later "c" }, { "join", later "b" } },
            configure = function(knot, c) knot:check "configure" end, stop = "untie" }
        service "d" { type = "Knot", args = { "d", ref "log" }, set = { mark = "set", partner = later "a" },
            call = { { "join", inline { type = "Knot", args = { "inline", ref "log", ref "b" } } } },
            configure = function(knot, c) knot:check "configure" end, stop = "untie" }
        hook.created("*", function(knot, info) if info.id ~= "log" then knot:check "hook" end end)
        """

    private static let ids = ["a", "b", "c", "d"]

    @Test func everyResolveGivesAWholeCycleOrAnError() async throws {
        for seed in 0..<repetitions(60, debug: 15) {
            let ledger = Ledger(seed)
            try await build(with: ledger)
            // Those without `stop` have ended as well: no other object refers to them.
            #expect(ledger.living == 0, "seed \(seed)")
            #expect(ledger.faults == [], "seed \(seed)")
        }
    }

    /// Builds the cycle several times, until each thread has it, and ends the container.
    private func build(with ledger: Ledger) async throws {
        let container = try Container(text: Self.text, types: [Knot.self, Ledger.self], environment: .dev) { services in
            services.register("log") { _ in ledger }
        }
        for _ in 0..<4 {
            let found = Collected<[String: ObjectIdentifier]>()
            onThreads(4) { number in
                for attempt in 0... {
                    do {
                        let knot = try container.resolve(Self.ids[(number + attempt) % 4], as: Knot.self)
                        return found.append(try knot.reached())
                    } catch let error as Knot.Incomplete {
                        return ledger.note("\(error)")
                    } catch {
                        if !"\(error)".contains("chance") { return ledger.note("\(error)") }
                    }
                }
            }
            #expect(Set(found.elements).count == 1)
            #expect(Set(container.instances.map(\.id)) == ["a", "b", "c", "d", "log"])
            try container.reset("a")
        }
        await container.shutdownGracefully()
    }
}

/// Decides which steps fail, and counts the objects.
private final class Ledger: Exposed, Sendable {
    struct Chance: Error, CustomStringConvertible {
        let step: String

        var description: String { "chance at \(step)" }
    }

    private struct State {
        var random: Seeded
        var living = 0
        var faults: [String] = []
    }

    private let state: Lock<State>

    init(_ seed: Int) { state = Lock(State(random: Seeded(state: UInt64(seed)))) }

    var living: Int { state.withLock { $0.living } }
    var faults: [String] { state.withLock { $0.faults } }

    func note(_ fault: String) { state.withLock { $0.faults.append(fault) } }
    func count(_ change: Int) { state.withLock { $0.living += change } }

    /// Fails in one of 40 cases.
    func risk(_ step: String) throws {
        if state.withLock({ Int.random(in: 0..<40, using: &$0.random) }) == 0 { throw Chance(step: step) }
    }

    static let exposure = Exposure(Ledger.self) {}
}

/// A part of a cycle, which writes down the steps of its build.
private final class Knot: Exposed, Sendable {
    struct Incomplete: Error {
        let name: String
        let steps: [String]
    }

    private struct State {
        var partners: [Knot] = []
        var steps: [String] = []
        var isUntied = false
    }

    let name: String
    private let ledger: Ledger
    private let state: Lock<State>

    init(name: String, ledger: Ledger, partner: Knot?) throws {
        try ledger.risk("the construction of \(name)")
        self.name = name
        self.ledger = ledger
        state = Lock(State(partners: partner.map { [$0] } ?? []))
        ledger.count(1)
    }

    deinit {
        if !state.withLock({ $0.isUntied }), name != "inline" { ledger.note("\(name) was never stopped") }
        ledger.count(-1)
    }

    private func add(_ step: String, _ partner: Knot? = nil) throws {
        try ledger.risk("\(step) of \(name)")
        state.withLock { state in
            if state.isUntied { ledger.note("\(step) of \(name) after its end") }
            state.steps.append(step)
            if let partner { state.partners.append(partner) }
        }
    }

    private func untie() {
        let partners = state.withLock { state in
            if state.isUntied { ledger.note("\(name) was stopped twice") }
            state.isUntied = true
            defer { state.partners = [] }
            return state.partners
        }
        withExtendedLifetime(partners) {}
    }

    /// By name, the steps of a build that is complete, and what it has received.
    private static let whole: [String: (steps: [String], partners: [String])] = [
        "a": (["set", "join", "configure", "hook"], ["b", "c"]),
        "b": (["set", "partner", "join", "configure", "hook"], ["a", "d"]),
        "c": (["set", "join", "join", "configure", "hook"], ["d", "c", "b"]),
        "d": (["set", "partner", "join", "configure", "hook"], ["a", "inline"]),
        "inline": ([], ["b"]),
    ]

    /// All that are reached from this one, by name; throws if one is not complete.
    func reached() throws -> [String: ObjectIdentifier] {
        var reached: [String: ObjectIdentifier] = [:]
        var open = [self]
        while let knot = open.popLast() {
            let (steps, partners, isUntied) = knot.state.withLock { ($0.steps, $0.partners, $0.isUntied) }
            let whole = Self.whole[knot.name]
            guard steps == whole?.steps, partners.map(\.name) == whole?.partners, !isUntied,
                reached[knot.name] == nil || reached[knot.name] == ObjectIdentifier(knot)
            else { throw Incomplete(name: knot.name, steps: steps) }
            if reached.updateValue(ObjectIdentifier(knot), forKey: knot.name) == nil { open += partners }
        }
        return reached
    }

    static let exposure = Exposure(Knot.self) {
        Initializer("name", "ledger", ExposedArgument("partner", default: nil)) {
            (name: String, ledger: Ledger, partner: Knot?) in
            try Knot(name: name, ledger: ledger, partner: partner)
        }
        Property("mark", get: { $0.name }, set: { (knot: Knot, step: String) in try knot.add(step) })
        Property(
            "partner", get: { (_: Knot) -> Knot? in nil },
            set: { (knot: Knot, partner: Knot?) in try knot.add("partner", partner) })
        Method("join", "partner") { (knot: Knot, partner: Knot) in try knot.add("join", partner) }
        Method("check", "step") { (knot: Knot, step: String) in try knot.add(step) }
        Method("untie") { (knot: Knot) in knot.untie() }
    }
}
