internal import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Chooses a command by the first argument and runs it.
///
/// ```swift
/// let status = Console().run(Array(CommandLine.arguments.dropFirst()))
/// ```
public struct Console: Sendable {
    /// The version that `--version` tells.
    public static let version = "0.1.0"

    private let program: String
    private let commands: [any Command]

    /// - Parameters:
    ///   - program: The name that messages and helps use.
    ///   - commands: What the console can be told to do.
    public init(program: String = "moonwire", commands: [any Command] = .all()) {
        self.program = program
        self.commands = commands
    }

    /// Whether the first argument names a command, so that an application leaves the call to the console.
    public func takes(_ arguments: [String]) -> Bool {
        commands.contains { $0.name == arguments.first }
    }

    /// Runs the command that the first argument names, with the arguments behind it.
    ///
    /// A result that cannot be written makes the status ``CommandStatus/unwritten``, and standard error says why.
    public func run(_ arguments: [String], output: Output = .standard) -> CommandStatus {
        let output = output.renewed
        let status = answer(arguments, output)
        guard let failure = output.failure else { return status }
        output.complain("\(program): \(Output.unwritable(failure))")
        return .unwritten
    }

    private func answer(_ arguments: [String], _ output: Output) -> CommandStatus {
        let invocation = Invocation(program: program, arguments: arguments, commands: commands, output: output)
        guard let word = arguments.first else {
            return invocation.complain(UsageError("no command given"), helpOf: nil)
        }
        if let argument = arguments.first(where: ArgumentEncoding.isRepaired) {
            return invocation.complain(.notUTF8(argument), helpOf: nil)
        }
        if let command = commands.first(where: { $0.name == word }) {
            return command.run(
                Invocation(
                    program: program, arguments: Array(arguments.dropFirst()), commands: commands, output: output))
        }
        switch word {
        case "--help", "-h":
            output.write(help)
            return .clean
        case "--version":
            output.write(versions)
            return .clean
        default:
            return invocation.complain(unknown(word), helpOf: nil)
        }
    }

    /// Makes sure that no file takes the place of a standard stream that is closed; to be called before files are opened.
    public static func reserveStandardStreams() { StandardStream.reserve() }

    /// Also what is wrong with the installed Lua, and what is done about it.
    private var versions: String {
        let bugs = LuaLibrary.knownBugs.map { "  \($0)" }
        let known = bugs.isEmpty ? [] : ["This release of Lua has known bugs:"] + bugs
        return (["\(program) \(Self.version), Lua \(LuaLibrary.version)"] + known).joined(separator: "\n")
    }

    private func unknown(_ word: String) -> UsageError {
        let isOption = word.hasPrefix("-")
        let known = isOption ? ["--help", "--version"] : commands.map(\.name)
        return UsageError(
            "there is no \(isOption ? "option" : "command") \"\(word)\"",
            suggestions: Suggestions(among: known).nearest(to: word))
    }

    private var help: String {
        let list = Columns(commands.map { ["  " + $0.name, $0.summary] }).text
        return """
            usage: \(program) COMMAND [ARGUMENT…]
                   \(program) --help | --version

            commands:
            \(list)

            `\(program) COMMAND --help` shows the help of a command.
            """
    }
}

extension [any Command] {
    /// All the commands there are, for the scripts that calls name or for an application's own; those that build
    /// services only for a running container.
    public static func all(for wiring: Wiring = Wiring()) -> [any Command] {
        let building: [any Command] = wiring.container.map { container in [TraceCommand { container }] } ?? []
        return [
            CheckCommand(wiring), ListCommand(wiring), ExplainCommand(wiring), ParametersCommand(wiring),
            PreferencesCommand(wiring), HooksCommand(wiring), RulesCommand(wiring), DiffCommand(wiring),
            GraphCommand(wiring), StubsCommand(wiring),
        ] + building + [CompletionCommand()]
    }
}
