import MoonwireCore

/// `completion bash|zsh|fish`: prints a script that completes the commands in a shell.
package struct CompletionCommand: Command {
    package let name = "completion"
    package let summary = "print a script that completes commands, options, and names in a shell"

    package init() {}

    package var details: String {
        """
        Prints a script for the shell. It contains the commands and options of this program, and calls the program for
        names, such as the ids of services.
        """
    }

    package var operands: [Operand] { [Operand(.choice(Shell.allCases.map(\.rawValue)))] }
    package var options: [Option] { [.help] }
    package var example: String? { "bash > ~/.local/share/bash-completion/completions/moonwire" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            guard let word = options.operands.first else { throw UsageError.whichShell }
            guard let shell = Shell(rawValue: word) else { throw UsageError.unknownShell(word) }
            invocation.output.write(shell.script(for: invocation.commands, program: invocation.program))
            return .clean
        }
    }
}
