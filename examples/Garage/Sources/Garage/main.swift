import Foundation
import GarageParts
import Moonwire
import MoonwireConsole

var arguments = Array(CommandLine.arguments.dropFirst())
let watches = arguments.first == "--watch"
if watches { arguments.removeFirst() }
let script = arguments.first ?? Garage.script
do {
    let wiring = Console.Wiring(
        types: try TypeRegistry(Garage.types), scripts: [Garage.script],
        makeContainer: { try Garage.container(scripts: [Garage.script]) })
    let console = Console(program: "Garage", wiring: wiring, ownArguments: "[--watch] [SCRIPT]")
    if console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }
    let container = try Garage.container(scripts: [script])
    try container.setParameter("showroom", to: "open since 9 o'clock")
    try Report(container).print()
    if watches { try await Demonstration(container, script).run() }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
