import Foundation
import MoonwireConsole

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    if let call = try GenerateCall(arguments) {
        try call.run()
        exit(0)
    }
    let console = try Console.almanac()
    // The program has its own help.
    if !BuildCall.isHelp(arguments), console.handles(arguments) {
        exit(await console.runAsynchronously(arguments).rawValue)
    }
    let call = try BuildCall(arguments)
    if call.asksForHelp {
        print(BuildCall.help)
        exit(0)
    }
    let builder = try Builder(call)
    if call.watches { try await SiteWatch(builder).run() }
    try builder.build()
} catch let error as CallError {
    Terminal.complain("almanac: \(error)\n    see almanac --help")
    exit(2)
} catch {
    Terminal.complain(Builder.message(of: error))
    exit(1)
}
