/// The script that completes commands in fish.
struct FishCompletion {
    private let commands: [any Command]
    private let program: String

    init(_ commands: [any Command], program: String) {
        self.commands = commands
        self.program = program
    }

    private var function: String { "__" + program.asShellName }
    private var complete: String { "complete -c \(program.inFishQuotes)" }

    var script: String {
        """
        # Completes \(program) in fish: write it into ~/.config/fish/completions/\(program).fish.

        # The program lists names for the scripts that stand on the line, or else for container.lua.
        function \(function)_names
            set -l words (commandline -opc)
            set -l names ($words[1] list $argv (string match -- '*.lua' $words) 2>/dev/null)
            test (count $names) -gt 0; or set names ($words[1] list $argv container.lua 2>/dev/null)
            printf '%s\\n' $names
        end

        \(complete) -f
        \(complete) -n __fish_use_subcommand -l help -d 'show the commands'
        \(complete) -n __fish_use_subcommand -l version -d 'show the version'
        \(commands.flatMap(lines).joined(separator: "\n"))

        """
    }

    private func lines(_ command: any Command) -> [String] {
        let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
        let start = "\(complete) -n __fish_use_subcommand -a \(command.name) -d \(command.summary.inFishQuotes)"
        let options = command.options.map { option in
            [
                complete, condition, "-l \(option.name.dropFirst(2))",
                option.value.map { completion(of: $0, needed: true) },
                "-d \(option.help.inFishQuotes)",
            ].compactMap(\.self).joined(separator: " ")
        }
        let operands = command.operands.map { operand in
            "\(complete) \(condition) \(completion(of: operand.value, needed: false))"
        }
        return [start] + options + operands
    }

    /// The completion of a value; one that an option needs prevents that of other words.
    private func completion(of value: ValueHint, needed: Bool) -> String {
        let required = needed ? "-x " : ""
        return switch value.kind {
        case .file: needed ? "-r -F" : "-F"
        case .folder: "\(required)-a '(__fish_complete_directories)'"
        case .id: "\(required)-a '(\(function)_names --ids)'"
        case .name(let kind): "\(required)-a '(\(function)_names --only \(kind.rawValue))'"
        case .choice(let words): "\(required)-a '\(words.joined(separator: " "))'"
        case .text: needed ? "-x" : "-f"
        }
    }
}

extension String {
    fileprivate var inFishQuotes: String {
        "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
