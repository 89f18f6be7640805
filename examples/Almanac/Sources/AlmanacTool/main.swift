import Foundation
import MoonwireConsole

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    let console = try Console.almanac()
    if console.takes(arguments) { exit(console.run(arguments).rawValue) }
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
