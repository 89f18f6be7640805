import LuaRuntime
import Moonwire
import Testing

/// The time that words take counts as CPU time of the script that uses them.
@Suite struct WordTimeTests {
    private func faults(_ text: String, cpuTime: Duration) throws -> String {
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        return message {
            _ = try Container(scripts: [scratch.path("container.lua")], limits: Limits(cpuTime: cpuTime))
        }
    }

    /// Few instructions, each of which takes long.
    @Test func aWordIsTimedWhenItEnds() throws {
        let said = try faults(
            """
            local list = {}
            for i = 1, 20000 do list[i] = i end
            parameters { list = list }
            for i = 1, 2000 do pcall(now, param "list") end
            """, cpuTime: .milliseconds(20))
        #expect(said.contains("the script used up its CPU time of 0.02 seconds"), "\(said)")
    }

    /// Each entry takes less than a tenth of a millisecond, and there are a million of them.
    @Test func shortEntriesAreTimedTogether() throws {
        let said = try faults(
            """
            parameters { list = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } }
            for i = 1, 1000000 do when("dev", function() local _ = now(param "list") end) end
            """, cpuTime: .milliseconds(200))
        #expect(said.contains("the script used up its CPU time of 0.2 seconds"), "\(said)")
    }
}
