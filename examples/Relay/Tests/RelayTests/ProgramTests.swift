import Foundation
import MoonwireConsole
import Testing

@testable import RelayParts

/// The program as a whole.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsIt(_ signal: Int32) async throws {
        let folder = Folder()
        let program = try Program(["--data", folder.data], in: folder)
        let port = try await program.port()
        #expect(try await Answer.to("GET", "http://127.0.0.1:\(port)/health").status == 200)
        program.signal(signal)
        try await program.end()
        #expect(program.status == 0)
        #expect(program.output.contains("the server has stopped"))
    }

    @Test func aHangupReadsTheScriptsAgain() async throws {
        let folder = Folder()
        let program = try Program(["--data", folder.data, "--script", "container.lua"], in: folder)
        _ = try await program.port()
        program.signal(SIGHUP)
        try await wait { program.output.contains("reloaded:") }
        program.signal(SIGTERM)
        try await program.end()
        #expect(program.status == 0)
    }

    @Test func aPortThatIsTakenEndsItWithAnError() async throws {
        let listener = try Listener(address: "127.0.0.1", port: 0)
        let folder = Folder()
        let program = try Program(
            ["--data", folder.data], in: folder, Folder.variables.merging(["RELAY_PORT": "\(listener.port)"]) { $1 })
        try await program.end()
        #expect(program.status == 1)
        #expect(program.output.contains("127.0.0.1:\(listener.port) is in use by another process"))
    }

    @Test func wrongOptionsAreErrors() async throws {
        let folder = Folder()
        let program = try Program(["--dta", "x"], in: folder)
        try await program.end()
        #expect(program.status == 2)
        #expect(
            program.output == """
                relay: there is no option "--dta"
                    did you mean "--data"?
                    see relay --help

                """)
        let missing = try Program(["--data"], in: folder)
        try await missing.end()
        #expect(missing.output == "relay: option \"--data\" expects a value\n    see relay --help\n")
    }

    @Test func theDemonstrationShowsWhatItSays() async throws {
        let script = URL(filePath: Relay.script).deletingLastPathComponent().appending(path: "demonstrate")
        let folder = Folder()
        let demonstration = try Program(script, [try Program.executable().path], in: folder)
        try await demonstration.end()
        #expect(demonstration.status == 0, "\(demonstration.output)")
        #expect(demonstration.output.contains(#""body":"{\"buyer\":\"ADA\",\"id\":\"A1\",\"total\":10}""#))
        #expect(demonstration.output.contains("did you mean \"shipping\"?"))
        #expect(demonstration.output.contains("steps.lua:31: a transform failed"))
        #expect(demonstration.output.hasSuffix("the server has stopped\n"))
    }

    @Test func checkKnowsTheTypes() async throws {
        let program = try Program(["check"], in: Folder())
        try await program.end()
        #expect(program.output.hasPrefix("no faults in 3 environments"))
        #expect(program.status == 0)
    }
}
