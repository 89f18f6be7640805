import MoonwireConsole
import Testing

/// Which calls of an application the console handles, so that the application does not start.
@Suite struct MountedConsoleTests {
    private let server = Console(program: "server", wiring: Console.Wiring(scripts: ["container.lua"]))
    private let reader = Console(
        program: "reader", wiring: Console.Wiring(scripts: ["container.lua"]), ownArguments: "[--watch] [FOLDER]")

    @Test(arguments: [
        ["check"], ["lsit"], ["trace"], ["help"], ["help", "check"], ["--help"], ["-h"], ["--version"], ["--hlep"],
        ["anything"], ["--port", "80"],
    ])
    func applicationWithoutArgumentsDoesNotStart(_ arguments: [String]) {
        #expect(server.handles(arguments))
    }

    @Test func applicationStartsWithoutArguments() {
        #expect(!server.handles([]))
        #expect(!reader.handles([]))
    }

    @Test(arguments: [
        ["check"], ["lsit"], ["chekc", "a.lua"], ["Check"], ["trace"], ["hepl"], ["help"], ["--help"], ["-h"],
        ["--version"],
    ])
    func commandsAndMisspelledCommandsAreNotArgumentsOfTheApplication(_ arguments: [String]) {
        #expect(reader.handles(arguments))
    }

    @Test(arguments: [["--watch"], ["--watch", "list"], ["a"], ["."], ["pages"], ["a/list"], ["list.lua"]])
    func ownArgumentsAreLeftToTheApplication(_ arguments: [String]) {
        #expect(!reader.handles(arguments))
    }

    @Test func existingFileIsNotAMisspelledCommand() {
        let reader = Console(commands: .all(), ownArguments: "[FOLDER]") { $0 == "lsit" }
        #expect(!reader.handles(["lsit"]))
        #expect(reader.handles(["chekc"]))
    }

    @Test func helpListsTheArgumentsOfTheApplication() {
        let usage = Transcript(of: reader, ["--help"]).output.split(separator: "\n").prefix(3)
        #expect(
            usage.joined(separator: "\n") == """
                usage: reader [--watch] [FOLDER]
                       reader COMMAND [ARGUMENT…]
                       reader --help | --version
                """)
    }

    @Test func misspelledCommandIsReported() {
        let wrong = Transcript(of: reader, ["lsit"])
        #expect(
            wrong.complaints == """
                reader: there is no command "lsit"
                    did you mean "list"?
                    see reader --help
                """)
        #expect(wrong.status == .usage)
    }
}
