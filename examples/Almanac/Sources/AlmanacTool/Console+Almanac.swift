import AlmanacParts
import Moonwire
import MoonwireConsole

extension Console {
    /// The commands for the scripts; the program itself builds a site, or generates pages.
    static func almanac() throws -> Console {
        let job = Job(folder: ".", output: "site")
        let wiring = Console.Wiring(types: try TypeRegistry(Almanac.types), scripts: job.scripts) { job.register(&$0) }
        return Console(
            program: "almanac", wiring: wiring, ownArguments: "FOLDER --output SITE [OPTION…]")
    }
}
