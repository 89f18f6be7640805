/// The script that completes commands in bash.
struct BashCompletion {
    private let commands: [any Command]
    private let program: String

    init(_ commands: [any Command], program: String) {
        self.commands = commands
        self.program = program
    }

    private var function: String { "_" + program.asShellName }

    var script: String {
        """
        # Completes \(program) in bash: source this file, or put it where bash looks for completions.

        \(function)_offer() {
            local word
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(IFS=$'\\n' compgen "$@" -- "$current")
        }

        \(function)_files() {
            compopt -o filenames 2>/dev/null
            \(function)_offer "$@"
        }

        # The program lists names for the scripts and options that stand on the line, or else for container.lua.
        \(function)_names() {
            local names
            names=$("${COMP_WORDS[0]}" list "$@" ${given[@]+"${given[@]}"} 2>/dev/null)
            [[ -n $names ]] || names=$("${COMP_WORDS[0]}" list "$@" ${given[@]+"${given[@]}"} container.lua 2>/dev/null)
            local name quoted
            # Each as one word of the line, whatever characters it has; compgen would expand it.
            while IFS= read -r name; do
                printf -v quoted %q "$name"
                [[ -n $name && ($name == "$current"* || $quoted == "$current"*) ]] && COMPREPLY+=("$quoted")
            done <<<"$names"
        }

        \(function)() {
            local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-} option='' number=0 index word
            local given=()
            COMPREPLY=()
            if [[ $COMP_CWORD -le 1 ]]; then
                \(function)_offer -W $'\(words(commands.map(\.name) + ["--help", "--version"]))'
                return
            fi
            # What stands between the command and the cursor: an option that wants a value, or so many operands.
            for ((index = 2; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [[ $word == '=' ]]; then
                    continue
                elif [[ -n $option ]]; then
                    case $option in \(passed.isEmpty ? "''" : passed.joined(separator: " | "))) given+=("$option" "$word") ;; esac
                    option=''
                elif [[ $word == -* ]]; then
                    case "$command $word" in
                        \(valued.joined(separator: " | \\\n                ")))
                            option=$word
                            ;;
                    esac
                else
                    number=$((number + 1))
                    if [[ $word == *.lua ]]; then given+=("$word"); fi
                fi
            done
            if [[ $current == '=' ]]; then current=''; fi
            if [[ -n $option ]]; then
                case "$command $option" in
        \(optionCases.joined(separator: "\n"))
                esac
                return
            fi
            if [[ $current == -* ]]; then
                case $command in
        \(commands.map { "            \($0.name)) \(offer($0.options.map(\.name))) ;;" }.joined(separator: "\n"))
                esac
                return
            fi
            case "$command $number" in
        \(operandCases.joined(separator: "\n"))
            esac
        }

        complete -F \(function) \(program)

        """
    }

    private func words(_ words: [String]) -> String { words.joined(separator: "\\n") }

    private func offer(_ words: [String]) -> String { "\(function)_offer -W $'\(self.words(words))'" }

    /// The options for reading scripts, which are passed on to the call that lists names.
    private var passed: [String] {
        let known = commands.first { $0.name == "list" }?.options ?? []
        return ["--types", "--environment", "--synthetic", "--root"].filter { name in known.contains { $0.name == name }
        }
    }

    /// The options that have a value, each after its command.
    private var valued: [String] {
        commands.flatMap { command in
            command.options.filter { $0.value != nil }.map { "'\(command.name) \($0.name)'" }
        }
    }

    private var optionCases: [String] {
        commands.flatMap { command in
            command.options.compactMap { option in
                option.value.flatMap { completion(of: $0) }.map {
                    "            '\(command.name) \(option.name)') \($0) ;;"
                }
            }
        }
    }

    private var operandCases: [String] {
        commands.flatMap { command in
            command.operands.enumerated().compactMap { index, operand in
                let number = operand.isRepeatable ? "*" : "\(index)"
                return completion(of: operand.value).map { "        '\(command.name) '\(number)) \($0) ;;" }
            }
        }
    }

    private func completion(of value: ValueHint) -> String? {
        switch value.kind {
        case .file: "\(function)_files -f"
        case .folder: "\(function)_files -d"
        case .id: "\(function)_names --ids"
        case .name(let kind): "\(function)_names --only \(kind.rawValue)"
        case .choice(let words): offer(words)
        case .text: nil
        }
    }
}

extension String {
    /// The string as the name of a shell function.
    var asShellName: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
