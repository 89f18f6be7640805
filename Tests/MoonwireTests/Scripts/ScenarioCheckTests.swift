import Moonwire
import TestSupport
import Testing

/// `moonwire check` checks each scenario with the whole wiring.
@Suite struct ScenarioCheckTests {
    private let folder = Scratch()

    private static let script = """
        service "engine" { type = "Engine", args = { "Rover" } }
        service "car" { type = "Car", args = { engine = ref.engine, trailer = null } }
        scenario "fits" { replace = { engine = { type = "Engine", args = { "Jaguar" } } } }
        scenario "wrong" {
            replace = { engine = { type = "Workshop" } },
        }
        """

    private func faults(_ text: String, within time: Duration = .seconds(3600)) throws -> [String] {
        try folder.write(text, "container.lua")
        var wiring = ScriptWiring(scripts: [folder.path("container.lua")])
        wiring.types = try TypeRegistry(Garage.types)
        wiring.environmentTime = time
        let faults = ScriptCheck(wiring, environment: "dev").run().diagnostics.filter { $0.severity == .fault }
        return faults.map { "\($0)".replacing(folder.path("container.lua"), with: "container.lua") }
    }

    @Test func aReplacementMustFitTheServicesThatUseIt() throws {
        let found = try faults(Self.script)
        #expect(
            found == [
                """
                container.lua:2: service "car": argument "engine" expects Engine, got the service "engine", which is Workshop
                    in scenario "wrong" at container.lua:4
                """
            ])
    }

    @Test func otherFaultsComeFirst() throws {
        let found = try faults(Self.script + "\nalias \"motor\" \"engin\"")
        #expect(
            found == [
                """
                container.lua:7: alias "motor" refers to "engin", which is not defined
                    did you mean "engine"?
                """
            ])
    }

    @Test func scenariosAfterTheLimitAreNotChecked() throws {
        let found = try faults(Self.script, within: .zero)
        #expect(
            found == [
                "only 1 of 2 scenarios was checked with the wiring, because together they may use 0.0 seconds of CPU time"
            ])
    }
}
