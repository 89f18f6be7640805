import Foundation
import GarageParts
import Moonwire

let script = CommandLine.arguments.dropFirst().first ?? "examples/Garage/container.lua"
do {
    let container = try Garage.container(script: script)
    try container.setParameter("showroom", to: "open since 9 o'clock")
    try Report(container).print()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
