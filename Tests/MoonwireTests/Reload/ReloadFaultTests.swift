import LuaRuntime
import LuaRuntimeTesting
import Moonwire
import TestSupport
import Testing

/// If anything fails while a container is created, used, or reloaded, nothing leaks, and the old generation stays in use.
@Suite struct ReloadFaultTests {
    private static let text = """
        parameters { town = "Leeds", stops = { "York", "Hull" } }
        service "end" { type = "Station", args = { name = "at %town%" } }
        service "start" { type = "Station", args = { name = "start", next = ref "end" }, tags = { "stop" } }
        service "made" (function(c)
            local guest = c.get "guest"
            return Station { name = c.param "town" .. #c.tagged "stop", next = c.get "end" }
        end)
        hook.created("end", function(station) assert(station.name:find "^at ") end)
        hook.registered("end", function(definition) assert(definition) end)
        hook.reloading(function(plan) return true end)
        """

    private static func scenario(_ trial: FaultSweep.Trial) throws {
        let living = try Living(text) { services in services.register("guest") { _ in trial.object() } }
        let end = try living.station("end")
        _ = try living.station("made")
        do {
            try living.reload(text.replacing("Leeds", with: "Bradford"))
        } catch {
            let isStillServed = try living.station("end") === end
            #expect(isStillServed)
            throw error
        }
        #expect(try living.station("end").name == "at Bradford")
    }

    @Test func reloadSurvivesEveryFailedAllocation() throws {
        let report = try FaultSweep.allocations(
            every: isSanitized ? 17 : 1,
            isExpected: { "\($0)".contains("memory") || "\($0)".contains("could not be opened") },
            Self.scenario)
        #expect(report.points(of: .limit) > 50)
        #expect(report.points(of: .refusal) > 20)
    }

    @Test func reloadSurvivesEveryEndOfTheBudget() throws {
        let report = try FaultSweep.budget(
            every: isSanitized ? 7 : 1, isExpected: { "\($0)".contains("exceeded") }, Self.scenario)
        #expect(report.points(of: .budget) > 20)
    }
}
