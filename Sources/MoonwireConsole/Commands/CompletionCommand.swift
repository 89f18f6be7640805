import MoonwireCore

/// `completion bash|zsh`: prints what makes a shell complete the console's commands.
public struct CompletionCommand: Command {
    public let name = "completion"
    public let summary = "print a script that completes commands, options, and ids in a shell"

    public init() {}

    public var details: String {
        """
        Prints a script for the shell. It contains the commands and options of this program, and calls the program for
        the ids of services.
        """
    }

    public var operands: [Operand] { [Operand(.choice(Shell.allCases.map(\.rawValue)))] }
    public var options: [Option] { [.help] }
    public var example: String? { "bash > ~/.local/share/bash-completion/completions/moonwire" }

    public func run(_ invocation: Invocation) -> CommandStatus {
        answer(invocation) { options in
            guard let word = options.operands.first else { throw UsageError.whichShell }
            guard let shell = Shell(rawValue: word) else { throw UsageError.unknownShell(word) }
            invocation.output.write(shell.script(for: invocation.commands, program: invocation.program))
            return .clean
        }
    }
}
