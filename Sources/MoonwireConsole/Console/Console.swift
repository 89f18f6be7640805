import Foundation
internal import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The commands of Moonwire, for the `moonwire` tool and for applications.
///
/// An application passes its arguments to a console before it starts:
///
/// ```swift
/// let wiring = Console.Wiring(types: try TypeRegistry(types), scripts: ["container.lua"])
/// let console = Console(program: "Garage", wiring: wiring)
/// if console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }
/// ```
public struct Console: Sendable {
    package static let version = "0.1.0"

    private let program: String
    private let commands: [any Command]
    private let ownArguments: String?
    private let fileExists: @Sendable (String) -> Bool

    package init(
        program: String = "moonwire", commands: [any Command], ownArguments: String? = nil,
        fileExists: @escaping @Sendable (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
    ) {
        self.program = program
        self.commands = commands
        self.ownArguments = ownArguments
        self.fileExists = fileExists
    }

    /// Whether the console handles a call, so that the application must not start.
    ///
    /// If the application has no arguments of its own, the console handles every call with arguments, even a misspelled command.
    /// If it has some, the console handles commands, `help`, `--help`, `-h`, `--version`, and words that resemble a command
    /// and are not the name of a file.
    public func handles(_ arguments: [String]) -> Bool {
        guard let word = arguments.first else { return false }
        return ownArguments == nil || knownWords.contains(word) || isMisspelledCommand(word)
    }

    /// Runs the command that the first argument names, with the other arguments.
    ///
    /// If the result cannot be written, the status is ``Status/unwritten``, and the reason is written to standard error. The
    /// command `trace` cannot build asynchronous services; ``runAsynchronously(_:output:)`` can.
    public func run(_ arguments: [String], output: Output = .standard) -> Status {
        let output = begin(arguments, output)
        return end(selected(arguments, output).run(), output)
    }

    /// Runs the command that the first argument names, with the other arguments, and awaits the builds of asynchronous services.
    ///
    /// ```swift
    /// if console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }
    /// ```
    nonisolated(nonsending) public func runAsynchronously(_ arguments: [String], output: Output = .standard) async
        -> Status
    {
        let output = begin(arguments, output)
        return end(await selected(arguments, output).runAwaiting(), output)
    }

    private func begin(_ arguments: [String], _ output: Output) -> Output {
        let output = output.renewed
        output.progress?.begin("\(program) \(arguments.first ?? "")".withVisibleControls)
        return output
    }

    private func end(_ status: Status, _ output: Output) -> Status {
        output.progress?.end()
        guard let failure = output.failure else { return status }
        output.complain("\(program): \(Output.unwritable(failure))")
        return .unwritten
    }

    /// Makes sure that no file is opened as a standard stream that is closed; call it before opening files.
    package static func reserveStandardStreams() { StandardStream.reserve() }
}

extension Console {
    private static let helpOptions = ["--help", "-h"]
    private static let helpCommand = "help"
    /// The command that requires a container.
    static let buildingCommand = "trace"

    private var commandNames: [String] { commands.map(\.name) + [Self.helpCommand] }
    private var knownWords: [String] { commandNames + Self.helpOptions + ["--version"] }

    /// Whether a word resembles a command.
    ///
    /// A word of one or two letters resembles too many commands. Suggestions include longer names that contain the word; these
    /// do not count.
    private func isMisspelledCommand(_ word: String) -> Bool {
        guard word.count > 2, !word.hasPrefix("-"), !word.contains("/"), !fileExists(word) else { return false }
        if word == Self.buildingCommand { return true }
        return Suggestions(among: commandNames).nearest(to: word).contains { abs($0.count - word.count) < 3 }
    }

    /// What a call asks for: a command, or else what the console answers itself.
    private enum Selection {
        case command(any Command, Invocation)
        case answered(Status)

        func run() -> Status {
            switch self {
            case .command(let command, let invocation): command.run(invocation)
            case .answered(let status): status
            }
        }

        nonisolated(nonsending) func runAwaiting() async -> Status {
            switch self {
            case .command(let command, let invocation): await command.runAwaiting(invocation)
            case .answered(let status): status
            }
        }
    }

    private func selected(_ arguments: [String], _ output: Output) -> Selection {
        if let word = arguments.first, !arguments.contains(where: ArgumentEncoding.isRepaired),
            let command = command(word)
        {
            return .command(command, invocation(Array(arguments.dropFirst()), output))
        }
        return .answered(answer(arguments, output))
    }

    private func answer(_ arguments: [String], _ output: Output) -> Status {
        let invocation = invocation(arguments, output)
        guard let word = arguments.first else { return invocation.complain(.noCommand, helpOf: nil) }
        if let argument = arguments.first(where: ArgumentEncoding.isRepaired) {
            return invocation.complain(.notUTF8(argument), helpOf: nil)
        }
        let rest = Array(arguments.dropFirst())
        switch word {
        case Self.helpCommand:
            return showHelp(of: rest.filter { !Self.helpOptions.contains($0) }, invocation)
        case _ where Self.helpOptions.contains(word):
            output.write(help)
            return .clean
        case "--version":
            output.write(Self.versions)
            return .clean
        default:
            return invocation.complain(unknown(word), helpOf: nil)
        }
    }

    private func invocation(_ arguments: [String], _ output: Output) -> Invocation {
        Invocation(program: program, arguments: arguments, commands: commands, output: output)
    }

    private func command(_ name: String) -> (any Command)? { commands.first { $0.name == name } }

    /// The help of the console, or of the command that is named.
    private func showHelp(of names: [String], _ invocation: Invocation) -> Status {
        guard names.count < 2 else { return invocation.complain(.oneHelp(names.count), helpOf: nil) }
        guard let name = names.first else {
            invocation.output.write(help)
            return .clean
        }
        guard let command = command(name) else { return invocation.complain(unknown(name), helpOf: nil) }
        invocation.output.write(command.help(program: program))
        return .clean
    }

    /// The versions, such as `moonwire 0.1.0 (Lua 5.4.6)`.
    private static var versions: String { "moonwire \(version) (Lua \(LuaLibrary.version))" }

    private func unknown(_ word: String) -> UsageError {
        if word == Self.buildingCommand { return .noContainer }
        let isOption = word.hasPrefix("-")
        return .unknownWord(word, isOption: isOption, known: isOption ? ["--help", "--version"] : commandNames)
    }

    private var help: String {
        let calls = [ownArguments, "COMMAND [ARGUMENT…]", "--help | --version"].compactMap(\.self)
        let usage = calls.map { "\(program) \($0)" }.joined(separator: "\n       ")
        let list = Columns(commands.map { ["  " + $0.name, $0.summary] }).text
        return """
            usage: \(usage)

            commands:
            \(list)

            `\(program) COMMAND --help` shows the help of a command.
            """
    }
}
