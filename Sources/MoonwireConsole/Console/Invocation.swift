import MoonwireCore
import MoonwireValues

/// A call of a command.
public struct Invocation: Sendable {
    /// The program that the command is part of, as its messages name it.
    public let program: String
    /// The arguments behind the command's name.
    public let arguments: [String]
    /// All that the console can be told to do.
    public let commands: [any Command]
    /// Where the command writes.
    public let output: Output

    public init(
        program: String, arguments: [String], commands: [any Command] = [], output: Output = .standard
    ) {
        self.program = program
        self.arguments = arguments
        self.commands = commands
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
