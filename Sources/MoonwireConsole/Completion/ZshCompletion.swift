/// The script that completes commands in zsh.
struct ZshCompletion {
    private let commands: [any Command]
    private let program: String

    init(_ commands: [any Command], program: String) {
        self.commands = commands
        self.program = program
    }

    private var function: String { "_" + program.asShellName }

    var script: String {
        """
        #compdef \(program)
        # Completes \(program) in zsh: source this file, or put it into a folder of $fpath as \(function).

        # The program lists names for the scripts that stand on the line, or else for container.lua.
        \(function)_names() {
            local -a names
            names=(${(f)"$(_call_program names $program list $@ ${(M)words:#*.lua} 2>/dev/null)"})
            (( $#names )) || names=(${(f)"$(_call_program names $program list $@ container.lua 2>/dev/null)"})
            compadd -a names
        }

        \(function)() {
            local program=$words[1] command
            local -a commands
            commands=(
        \(commands.map { "        \("\($0.name):\($0.summary)".inShellQuotes)" }.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe command commands
                _arguments '--help[show the commands]' '--version[show the version]'
                return
            fi
            command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(commands.map(branch).joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == \(function) ]]; then
            \(function) "$@"
        else
            compdef \(function) \(program)
        fi

        """
    }

    private func branch(_ command: any Command) -> String {
        let specifications = command.options.map(specification) + command.operands.enumerated().map(specification)
        let lines = specifications.map { "            \($0.inShellQuotes)" }.joined(separator: " \\\n")
        return "        \(command.name))\n            _arguments \\\n\(lines)\n            ;;"
    }

    private func specification(_ option: Option) -> String {
        let name = option.value == nil ? option.name : option.name + "="
        return (option.isRepeatable ? "*" : "") + name + "[\(option.help.escaped)]" + (option.value.map(message) ?? "")
    }

    private func specification(_ index: Int, _ operand: Operand) -> String {
        (operand.isRepeatable ? "*" : "\(index + 1)") + message(operand.value)
    }

    /// The name of the value, and its completion.
    private func message(_ value: ValueHint) -> String {
        let action =
            switch value.kind {
            case .file: "_files"
            case .folder: "_files -/"
            case .id: "{\(function)_names --ids}"
            case .name(let kind): "{\(function)_names --only \(kind.rawValue)}"
            case .choice(let words): "(\(words.joined(separator: " ")))"
            case .text: " "
            }
        return ":\(value.name.escaped):\(action)"
    }
}

extension String {
    /// The string with characters escaped that end a description.
    fileprivate var escaped: String {
        replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
    }

    fileprivate var inShellQuotes: String { "'\(replacing("'", with: "'\\''"))'" }
}
