import Foundation
import MoonwireExposures

exit(GenerateExposures.run(Array(CommandLine.arguments.dropFirst())) { print($0) })
