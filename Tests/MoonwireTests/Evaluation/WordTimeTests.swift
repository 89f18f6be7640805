import LuaRuntime
import Moonwire
import Testing

/// The time that words take counts as CPU time of the script that uses them.
@Suite struct WordTimeTests {
    private func faults(
        _ text: String, cpuTime: Duration, register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> String {
        let scratch = Scratch()
        try scratch.write(text, "container.lua")
        return message {
            _ = try Container(
                scripts: [scratch.path("container.lua")], environment: .dev,
                limits: Interpreter.Limits(cpuTime: cpuTime),
                register: register)
        }
    }

    /// So few instructions that no hook of the interpreter looks at the clock among them; what they read, Swift has made.
    @Test func timeLimitIsCheckedWhenAWordReturns() throws {
        let said = try faults(
            """

            for i = 1, 50 do pcall(now, param "list") end
            """, cpuTime: .milliseconds(20)
        ) { $0.setParameter("list", to: .list((0..<200_000).map { .integer($0) })) }
        #expect(said.contains("container.lua:2: the script exceeded its CPU time limit of 0.02 seconds"), "\(said)")
    }
}
