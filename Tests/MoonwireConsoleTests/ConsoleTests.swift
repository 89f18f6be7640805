import LuaRuntime
import MoonwireConsole
import Testing

@Suite struct ConsoleTests {
    @Test func helpListsTheCommands() {
        let help = Transcript(["--help"])
        #expect(
            help.output == """
                usage: moonwire COMMAND [ARGUMENT…]
                       moonwire --help | --version

                commands:
                  check         say what is wrong with scripts, without running the application
                  list          list the services: ids, types, scopes, and where they are defined
                  explain       tell all about one service: its values, what it needs, and who needs it
                  parameters    list the parameters: as written, filled in, and where they are set
                  preferences   list the preferences: their defaults, what they take, and where they lie
                  hooks         list the hooks in the order in which they run, and the services that they are for
                  rules         list the rules: what goes into which slots
                  diff          tell what differs between two wirings, with the lines of both
                  graph         draw which services need which
                  stubs         write definitions for editors and luacheck, so that they mark what is misspelled
                  completion    print what makes a shell complete commands, options and ids

                `moonwire COMMAND --help` tells more of one.
                """)
        #expect(help.status == .clean)
        #expect(help.complaints.isEmpty)
        #expect(Transcript(["-h"]).output == help.output)
    }

    @Test func versionNamesTheProgram() {
        let version = Transcript(["--version"])
        let bugs = LuaLibrary.knownBugs
        let lines = version.output.split(separator: "\n")
        #expect(lines.first == "moonwire \(Console.version), Lua \(LuaLibrary.version)")
        #expect(lines.dropFirst(2).map { $0.dropFirst(2) } == bugs.map { Substring($0.description) })
        #expect(bugs.isEmpty || lines[1] == "This Lua has bugs:")
        #expect(version.status == .clean)
    }

    @Test func unknownCommandIsAUsageError() {
        let unknown = Transcript(["chekc", "container.lua"])
        #expect(
            unknown.complaints == """
                moonwire: there is no command "chekc"
                    did you mean "check"?
                    see moonwire --help
                """)
        #expect(unknown.output.isEmpty)
        #expect(unknown.status == .usage)
    }

    @Test func unknownOptionIsAUsageError() {
        let unknown = Transcript(["--hlep"])
        #expect(
            unknown.complaints == """
                moonwire: there is no option "--hlep"
                    did you mean "--help"?
                    see moonwire --help
                """)
        #expect(unknown.status == .usage)
    }

    @Test func noCommandIsAUsageError() {
        let none = Transcript([])
        #expect(
            none.complaints == """
                moonwire: which command?
                    see moonwire --help
                """)
        #expect(none.status == .usage)
    }

    @Test func commandsGetWhatStandsBehindTheirName() {
        let console = Console(program: "tool", commands: [Echo()])
        let echo = Transcript(of: console, ["echo", "--help", "a"])
        #expect(echo.output == "tool: --help a")
        #expect(console.takes(["echo", "x"]))
        #expect(!console.takes(["x", "echo"]))
        #expect(!console.takes([]))
        #expect(echo.status.rawValue == 7)
    }
}

/// A command of an application.
private struct Echo: Command {
    let name = "echo"
    let summary = "repeat the arguments"

    func help(program: String) -> String { "" }

    func run(_ invocation: Invocation) -> CommandStatus {
        invocation.output.write("\(invocation.program): \(invocation.arguments.joined(separator: " "))")
        return CommandStatus(rawValue: 7)
    }
}
