import MoonwireCore
import MoonwireValues

/// A call of a command.
package struct Invocation: Sendable {
    /// The name of the program in messages.
    package let program: String
    /// The arguments after the name of the command.
    package let arguments: [String]
    /// All commands of the console.
    package let commands: [any Command]
    /// The destination of results and messages.
    package let output: Console.Output

    package init(
        program: String, arguments: [String], commands: [any Command] = [], output: Console.Output = .standard
    ) {
        self.program = program
        self.arguments = arguments
        self.commands = commands
        self.output = output
    }
}

extension Invocation {
    /// Writes a message about a call that is not valid, and a reference to the help.
    func complain(_ error: UsageError, helpOf command: String?) -> Console.Status {
        let command = ([program] + (command.map { [$0] } ?? [])).joined(separator: " ")
        output.complain("\(command): \(error.message)")
        if !error.suggestions.isEmpty { output.complain("    did you mean \(error.suggestions.quotedAlternatives)?") }
        output.complain("    see \(command) --help")
        return .usage
    }
}
