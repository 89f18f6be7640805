import AlmanacParts
import Moonwire
import MoonwireConsole

extension Console {
    /// The commands of the program besides building a site.
    static func almanac() throws -> Console {
        let job = Job(folder: ".", output: "site")
        let wiring = Wiring(types: try TypeRegistry(Almanac.types), scripts: job.scripts) { job.register(&$0) }
        return Console(program: "almanac", commands: .all(for: wiring) + [GenerateCommand()])
    }
}
