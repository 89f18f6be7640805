import AlmanacParts
import Moonwire
import MoonwireConsole

extension Console {
    /// What the program can be told to do besides building a site; its own commands join here.
    static func almanac() throws -> Console {
        let job = Job(folder: ".", output: "site")
        let wiring = Wiring(types: try TypeRegistry(Almanac.types), scripts: job.scripts) { job.register(&$0) }
        return Console(program: "almanac", commands: .all(for: wiring) + [GenerateCommand()])
    }
}
