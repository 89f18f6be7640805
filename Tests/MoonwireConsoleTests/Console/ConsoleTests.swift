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
                  check         report the faults of scripts, without running the application
                  list          list the services: ids, types, scopes, and where they are defined
                  explain       describe one service: its values, what it needs, and what needs it
                  parameters    list the parameters: as written, filled in, and where they are set
                  preferences   list the preferences: their defaults, accepted values, and where they are stored
                  hooks         list the hooks in the order in which they run, and the services that they match
                  rules         list the rules, which inject values into slots
                  diff          show the differences between two wirings, with the lines of both
                  graph         draw the graph of services
                  stubs         write definitions for editors and luacheck, so that they report misspellings
                  completion    print a script that completes commands, options, and ids in a shell

                `moonwire COMMAND --help` shows the help of a command.
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
        #expect(bugs.isEmpty || lines[1] == "This release of Lua has known bugs:")
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
                moonwire: no command given
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
