import Foundation
import MoonwireConsole
import Testing

@Suite struct CompletionTests {
    private let console = Console(program: "my-tool", commands: [Greeting(), CompletionCommand()])

    @Test func bashCompletesTheCommandsOfAConsole() {
        let script = Transcript(of: console, ["completion", "bash"]).output
        #expect(script.contains("_my_tool_offer -W $'greet\\ncompletion\\n--help\\n--version'\n"))
        #expect(script.contains("            greet) _my_tool_offer -W $'--tone\\n--from\\n--help' ;;\n"))
        #expect(script.contains("            'greet --tone') _my_tool_offer -W $'soft\\nloud' ;;\n"))
        #expect(
            script.contains("        'greet '0) _my_tool_names --ids ;;\n        'greet '*) _my_tool_files -d ;;\n"))
        #expect(script.hasSuffix("\ncomplete -F _my_tool my-tool\n"))
    }

    @Test func zshCompletesTheCommandsOfAConsole() {
        let script = Transcript(of: console, ["completion", "zsh"]).output
        #expect(script.hasPrefix("#compdef my-tool\n"))
        #expect(script.contains("        'greet:say hello, it'\\''s polite'\n"))
        #expect(
            script.contains(
                """
                        greet)
                            _arguments \\
                            '--tone=[how]:soft|loud:(soft loud)' \\
                            '*--from=[who\\: \\[you\\]]:FILE:_files' \\
                            '--help[show this help]' \\
                            '1:ID:{_my_tool_names --ids}' \\
                            '*:DIR:_files -/'
                            ;;

                """))
    }

    @Test func fishCompletesTheCommandsOfAConsole() {
        let script = Transcript(of: console, ["completion", "fish"]).output
        #expect(
            script.hasSuffix(
                #"""

                complete -c 'my-tool' -n __fish_use_subcommand -a greet -d 'say hello, it\'s polite'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from greet' -l tone -x -a 'soft loud' -d 'how'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from greet' -l from -r -F -d 'who: [you]'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from greet' -l help -d 'show this help'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from greet' -a '(__my_tool_names --ids)'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from greet' -a '(__fish_complete_directories)'
                complete -c 'my-tool' -n __fish_use_subcommand -a completion -d 'print a script that completes commands, options, and names in a shell'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from completion' -l help -d 'show this help'
                complete -c 'my-tool' -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'

                """#))
    }

    @Test(arguments: [
        ([], "no shell given", "\"bash\", \"zsh\", or \"fish\""),
        (["bsh"], "there is no completion for \"bsh\", only for \"bash\", \"zsh\", or \"fish\"", "\"bash\" or \"zsh\""),
    ])
    func wrongCallOfCompletion(arguments: [String], message: String, suggestion: String) {
        let wrong = Transcript(["completion"] + arguments)
        #expect(
            wrong.complaints == """
                moonwire completion: \(message)
                    did you mean \(suggestion)?
                    see moonwire completion --help
                """)
        #expect(wrong.status == .usage)
    }
}

/// What bash offers once the script of the built tool is there.
@Suite(.enabled(if: tool != nil)) struct BashCompletionTests {
    /// What is offered for the last word of a line.
    private func offered(_ words: String...) throws -> [String] {
        try offered(
            words,
            in: Folder([
                "container.lua":
                    "service \"mailer\" { type = \"M\", tags = { \"mail\" } }\nservice \"clock\" { type = \"C\" }",
                "other.lua": "service \"other\" { type = \"O\" }", "wiring/part.lua": "",
            ]))
    }

    private func offered(_ words: [String], in folder: Folder) throws -> [String] {
        let tool = try #require(tool).path
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.arguments =
            [
                "-c",
                """
                source <("$1" completion bash)
                COMP_WORDS=("$@")
                COMP_CWORD=$(($# - 1))
                _moonwire
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", tool,
            ] + words
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init).sorted()
    }

    @Test func bashOffersCommandsAndOptions() throws {
        #expect(try offered("ex") == ["explain"])
        #expect(try offered("--") == ["--help", "--version"])
        #expect(try offered("list", "--s") == ["--scope", "--synthetic"])
        #expect(try offered("nothing", "") == [])
    }

    @Test func bashOffersValuesOfOptions() throws {
        #expect(try offered("list", "--format", "") == ["json", "text"])
        #expect(try offered("list", "--format", "=", "j") == ["json"])
        #expect(try offered("hooks", "--event", "rel") == ["released", "reloaded", "reloading"])
        #expect(try offered("check", "--root", "") == ["wiring"])
        #expect(try offered("list", "--name", "") == [])
    }

    @Test func bashOffersNamesOfTheScripts() throws {
        #expect(try offered("list", "--tag", "") == ["mail"])
        #expect(try offered("list", "--type", "") == ["C", "M"])
        #expect(try offered("list", "other.lua", "--type", "") == ["O"])
        #expect(try offered("graph", "--scope", "sh") == ["shared"])
        #expect(try offered("check", "--environment", "") == ["dev", "prod", "test"])
    }

    @Test func bashOffersIdsOfTheScripts() throws {
        #expect(try offered("explain", "") == ["clock", "mailer"])
        #expect(try offered("explain", "--format", "json", "m") == ["mailer"])
        #expect(try offered("explain", "mailer", "co") == ["container.lua"])
    }

    /// A script must not run commands of the shell in which somebody completes a word.
    @Test func bashExpandsNoNames() throws {
        let folder = try Folder([
            "container.lua": #"""
            for _, id in ipairs { "$(touch touched)", "`touch touched`", "back\\slash", "two words", "*" } do
                service(id) { type = "T" }
            end
            """#
        ])
        #expect(
            try offered(["explain", ""], in: folder) == [
                #"\$\(touch\ touched\)"#, #"\*"#, #"\`touch\ touched\`"#, #"back\\slash"#, #"two\ words"#,
            ])
        #expect(try offered(["explain", "tw"], in: folder) == [#"two\ words"#])
        #expect(try offered(["explain", #"two\ w"#], in: folder) == [#"two\ words"#])
        #expect(!FileManager.default.fileExists(atPath: folder.file("touched")))
    }
}

/// A command of an application.
private struct Greeting: Command {
    let name = "greet"
    let summary = "say hello, it's polite"
    let options = [
        Option("--tone", .choice(["soft", "loud"]), help: "how"),
        Option("--from", .file, isRepeatable: true, help: "who: [you]"), .help,
    ]
    let operands = [Operand(.id), Operand(.folder, isRepeatable: true)]

    func run(_ invocation: Invocation) -> Console.Status { .clean }
}
