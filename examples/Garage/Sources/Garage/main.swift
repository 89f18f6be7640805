import Foundation
import GarageParts
import Moonwire
import MoonwireConsole

let arguments = Array(CommandLine.arguments.dropFirst())
let script = "examples/Garage/container.lua"
do {
    if arguments.first == "check" {
        let check = CheckCommand(types: try TypeRegistry(Garage.types), scripts: [script])
        exit(Console(program: "Garage", commands: [check]).run(arguments).rawValue)
    }
    let container = try Garage.container(script: arguments.first ?? script)
    try container.setParameter("showroom", to: "open since 9 o'clock")
    try Report(container).print()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
