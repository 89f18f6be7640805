import MoonwireCore

/// Something that a console can be told to do.
public protocol Command: Sendable {
    /// The word that chooses the command.
    var name: String { get }
    /// What it does, in one line.
    var summary: String { get }
    /// What `--help` says, beginning with the usage.
    func help(program: String) -> String
    /// Does it.
    func run(_ invocation: Invocation) -> CommandStatus
}

/// A call of a command.
public struct Invocation: Sendable {
    /// The program that the command is part of, as its messages name it.
    public let program: String
    /// The arguments behind the command's name.
    public let arguments: [String]
    /// Where the command writes.
    public let output: Output

    public init(program: String, arguments: [String], output: Output = .standard) {
        self.program = program
        self.arguments = arguments
        self.output = output
    }
}

extension Invocation {
    /// Says what is wrong with the call, and where the right one is described.
    func complain(_ error: UsageError, helpOf command: String?) -> CommandStatus {
        let command = ([program] + (command.map { [$0] } ?? [])).joined(separator: " ")
        output.complain("\(command): \(error.message)")
        if !error.suggestions.isEmpty { output.complain("    did you mean \(error.suggestions.quotedAlternatives)?") }
        output.complain("    see \(command) --help")
        return .usage
    }
}

/// A call that a command does not understand.
struct UsageError: Error {
    let message: String
    var suggestions: [String] = []

    init(_ message: String, suggestions: [String] = []) {
        self.message = message
        self.suggestions = suggestions
    }
}
