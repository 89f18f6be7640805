/// A shell with completion.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func script(for commands: [any Command], program: String) -> String {
        switch self {
        case .bash: BashCompletion(commands, program: program).script
        case .zsh: ZshCompletion(commands, program: program).script
        case .fish: FishCompletion(commands, program: program).script
        }
    }
}
