import Foundation
import MoonwireConsole

exit(Console().run(Array(CommandLine.arguments.dropFirst())).rawValue)
