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
                  start         show in which order a container starts the services
                  diff          show the differences between two wirings, with the lines of both
                  graph         draw the graph of services
                  stubs         write definitions for editors and luacheck, so that they report misspellings
                  init          create a package that uses Moonwire, or add Moonwire to one
                  attach        ask a running program that has called `container.attachable(at:)`
                  completion    print a script that completes commands, options, and names in a shell
                  doctor        report the installed Lua with its known bugs, the limits of watching files, and the setup of editors

                `moonwire COMMAND --help` shows the help of a command.
                """)
        #expect(help.status == .clean)
        #expect(help.complaints.isEmpty)
        for arguments in [["-h"], ["help"], ["help", "--help"]] {
            #expect(Transcript(arguments).output == help.output)
            #expect(Transcript(arguments).status == .clean)
        }
    }

    @Test func versionIsOneLine() {
        let version = Transcript(["--version"])
        #expect(version.output == "moonwire 0.1.0 (Lua \(LuaLibrary.version))")
        #expect(version.status == .clean)
        // The version of Moonwire, and not of the application.
        #expect(Transcript(of: Console(program: "Mail"), ["--version"]).output == version.output)
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

    @Test(arguments: [
        (["help", "chekc"], "there is no command \"chekc\"\n    did you mean \"check\"?"),
        (["help", "check", "list"], "\"help\" expects at most one command, got 2"),
        (["hepl"], "there is no command \"hepl\"\n    did you mean \"help\"?"),
    ])
    func wrongCallOfHelp(_ arguments: [String], _ message: String) {
        let wrong = Transcript(arguments)
        #expect(wrong.complaints == "moonwire: \(message)\n    see moonwire --help")
        #expect(wrong.status == .usage)
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

    @Test func commandReceivesTheArgumentsAfterItsName() {
        let console = Console(program: "tool", commands: [Echo()])
        let echo = Transcript(of: console, ["echo", "--help", "a"])
        #expect(echo.output == "tool: --help a")
        #expect(echo.status.rawValue == 7)
    }
}

/// A command of an application.
private struct Echo: Command {
    let name = "echo"
    let summary = "repeat the arguments"

    func help(program: String) -> String { "" }

    func run(_ invocation: Invocation) -> Console.Status {
        invocation.output.write("\(invocation.program): \(invocation.arguments.joined(separator: " "))")
        return Console.Status(rawValue: 7)
    }
}
