import AlmanacParts
import Moonwire
import MoonwireConsole

/// The commands that the program carries besides building a site.
enum Commands {
    static let names = ["check", "generate", "--version"]

    static func console() throws -> Console {
        let job = Job(folder: ".", output: "site")
        let check = CheckCommand(types: try TypeRegistry(Almanac.types), scripts: [Almanac.script]) { swift in
            job.register(&swift)
        }
        return Console(program: "almanac", commands: [check, GenerateCommand()])
    }
}
