import MoonwireCore
import MoonwireValues
import Testing

@Suite struct HookTargetTests {
    @Test func hookOfTheApplicationIsReportedAtTheLineThatAddsIt() throws {
        var wiring = Wiring(service("mailer", "Engine", ["brand": "a"]))
        wiring.services.addHook(.created("one"), file: "App.swift", line: 1) { (_: Engine, _) in }
        wiring.services.addHook(.failed("two"), file: "App.swift", line: 2) { _, _ in }
        wiring.services.addHook(.parameter("three"), file: "App.swift", line: 3) { _, _, _, _ in }
        wiring.services.addHook(.injected("four"), file: "App.swift", line: 4) { (_: Engine, _: Probe, _) in }
        wiring.services.addHook(.preference("five"), file: "App.swift", line: 5) { _, _, _, _ in }
        let lines = (1...5).map { ScriptLocation(file: "App.swift", line: $0) }
        #expect(try wiring.check().map(\.location) == lines)
    }
}
