import AlmanacParts
import Moonwire
import MoonwireConsole

/// What the program can be told to do besides building a site.
struct Commands {
    private let commands: [any Command]

    init() throws {
        let job = Job(folder: ".", output: "site")
        let wiring = Wiring(types: try TypeRegistry(Almanac.types), scripts: job.scripts) { job.register(&$0) }
        commands = .all(for: wiring) + [GenerateCommand()]
    }

    /// The command's status; nil when the first argument names none.
    func run(_ arguments: [String]) -> CommandStatus? {
        guard let word = arguments.first, word == "--version" || commands.contains(where: { $0.name == word }) else {
            return nil
        }
        return Console(program: "almanac", commands: commands).run(arguments)
    }
}
