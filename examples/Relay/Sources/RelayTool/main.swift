import Foundation
import Moonwire
import MoonwireConsole
import RelayParts

let arguments = Array(CommandLine.arguments.dropFirst())

func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

do {
    let wiring = Console.Wiring(types: try TypeRegistry(Relay.types), scripts: [Relay.script]) {
        Relay.register(&$0, data: "relay-data")
    }
    let console = Console(program: "relay", wiring: wiring, ownArguments: "[OPTION…]")
    // The program has its own help.
    let asksForHelp = ["--help", "-h"].contains(arguments.first)
    if !asksForHelp, console.handles(arguments) { exit(await console.runAsynchronously(arguments).rawValue) }
    let options = try Options(arguments)
    if options.asksForHelp {
        print(Options.help)
        exit(0)
    }
    let container = try Relay.container(
        scripts: options.scripts, data: options.data, environment: Container.Environment(options.environment),
        log: .standard())
    let attachment = try container.attachable(at: options.socket, readOnly: !options.allowsChanges)
    let watch = try container.watch()
    try await container.run(gracefulShutdownSignals: [.sigterm, .sigint], reloadSignals: [.sighup])
    watch.cancel()
    attachment.cancel()
} catch let error as OptionError {
    complain("relay: \(error)\n    see relay --help")
    exit(2)
} catch {
    complain("\(error)")
    exit(1)
}
