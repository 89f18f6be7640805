import Moonwire
import TestSupport
import Testing

/// All environments of a wiring share a limit of CPU time.
@Suite struct EnvironmentTimeTests {
    private let folder = Scratch()

    private func wiring(within time: Duration) throws -> ScriptWiring {
        try folder.write("environments { 'dev', 'test', 'live' }", "container.lua")
        var wiring = ScriptWiring(scripts: [folder.path("container.lua")])
        wiring.environmentTime = time
        return wiring
    }

    private func report(within time: Duration) throws -> (environments: [String], found: [String]) {
        let report = ScriptCheck(try wiring(within: time)).run()
        return (report.environments, report.diagnostics.filter { $0.severity == .fault }.map { "\($0)" })
    }

    @Test func environmentsAfterTheLimitAreNotRead() throws {
        let report = try report(within: .zero)
        #expect(report.environments == ["dev"])
        #expect(
            report.found == [
                """
                only 1 of 3 environments was read, because together they may use 0.0 seconds of CPU time
                    read each of the others by itself, with `--environment NAME`
                """
            ])
    }

    /// What a command would say of all environments is not said of some.
    @Test func lastReadingBeforeOthersAreMissingHasNoGraph() throws {
        func graphs(within time: Duration) throws -> [Bool] {
            var graphs: [Bool] = []
            try wiring(within: time).forEachReading { graphs.append($0.graph != nil) }
            return graphs
        }
        #expect(try graphs(within: .zero) == [false])
        #expect(try graphs(within: .seconds(3600)) == [true, true, true])
    }

    @Test func allAreReadWithinTheLimit() throws {
        let report = try report(within: .seconds(3600))
        #expect(report.environments == ["dev", "test", "live"])
        #expect(report.found == [])
    }
}
