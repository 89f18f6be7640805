import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Instances are replaced while other threads read them: nobody may see one that is gone.
@Suite struct ReplacingTests {
    private let replacements = repetitions(20_000, debug: 4_000)

    /// Runs `read` on three threads as long as `set` replaces the instance of "probe", and counts who is alive after.
    private func replaceWhile(_ wiring: Wiring, _ read: @escaping @Sendable (Container) throws -> Probe) throws {
        let alive = Counter()
        let container = try wiring.container()
        try container.supply(Probe(alive: alive), for: "probe")
        let isOver = Counter()
        let bad = Collected<String>()
        let replacements = replacements
        onThreads(4) { number in
            do {
                if number == 0 {
                    defer { isOver.add() }
                    for _ in 0..<replacements { try container.supply(Probe(alive: alive), for: "probe") }
                } else {
                    while isOver.value == 0 {
                        let probe = try read(container)
                        if !probe.log.elements.isEmpty { bad.append("a probe that nobody wrote to is not empty") }
                    }
                }
            } catch {
                bad.append("\(error)")
            }
        }
        #expect(bad.elements == [])
        #expect(alive.value == 1)
    }

    @Test func resolvesByIDSeeOldOrNewInstanceDuringReplacement() throws {
        try replaceWhile(Wiring(service("probe", .synthetic(type: "Probe")))) { try $0.resolve("probe") }
    }

    @Test func resolvesByTypeSeeOldOrNewInstanceDuringReplacement() throws {
        try replaceWhile(Wiring(service("probe", .synthetic(type: "Probe")))) { try $0.resolve(Probe.self) }
    }

    @Test func resolvesOfUnknownTypeSeeOldOrNewInstanceDuringReplacement() throws {
        try replaceWhile(Wiring(service("probe", .synthetic(type: nil)))) { try $0.resolve("probe") }
    }

    @Test func dependentsSeeOldOrNewInstanceDuringReplacement() throws {
        var wiring = Wiring(service("probe", .synthetic(type: "Probe")))
        wiring.services.register("holder", scope: .transient) { Holder(probe: try $0.resolve("probe")) }
        try replaceWhile(wiring) { try $0.resolve("holder", as: Holder.self).probe }
    }

    @Test func severalThreadsCanReplaceAnInstanceAtOnce() throws {
        let alive = Counter()
        let container = try Wiring(service("probe", .synthetic(type: "Probe"))).container()
        let replacements = replacements / 4
        let failures = Collected<String>()
        onThreads(4) { _ in
            for _ in 0..<replacements {
                do { try container.supply(Probe(alive: alive), for: "probe") } catch { failures.append("\(error)") }
            }
        }
        #expect(failures.elements == [])
        #expect(alive.value == 1)
    }

    @Test func instanceSuppliedDuringItsBuildIsUsed() throws {
        let alive = Counter()
        var wiring = Wiring()
        let late = Collected<Container>()
        wiring.services.register("probe") { _ in
            for container in late.elements { try container.supply(Probe(alive: alive), for: "probe") }
            return Probe(alive: alive)
        }
        let container = try wiring.container()
        late.append(container)
        let first = try container.resolve("probe", as: Probe.self)
        let second = try container.resolve("probe", as: Probe.self)
        #expect(first === second)
        #expect(alive.value == 1)
    }
}

private final class Holder: Sendable {
    let probe: Probe
    init(probe: Probe) { self.probe = probe }
}
