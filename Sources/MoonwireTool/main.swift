import Foundation
import MoonwireConsole

Console.reserveStandardStreams()
// A reader that stops early, as `head` does, must not end the process while it writes a file: writing is an error instead.
signal(SIGPIPE, SIG_IGN)
exit(Console().run(Array(CommandLine.arguments.dropFirst())).rawValue)
