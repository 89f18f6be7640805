import Foundation
import MoonwireConsole

Console.reserveStandardStreams()
exit(Console().run(Array(CommandLine.arguments.dropFirst())).rawValue)
