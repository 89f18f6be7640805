import Foundation
import Moonwire
import MoonwireRedis

/// A process that uses preferences beside others: for the tests, and for `scripts/demo fleet`.
@main enum Fleet {
    private struct Misuse: Error, CustomStringConvertible {
        let description = """
            usage: fleet write SOCKET HASH NAME COUNT PROCESSES
                   fleet open SOCKET TIMES
                   fleet follow SOCKET NAME
                   fleet set SOCKET VOLUME
            """
    }

    static func main() async {
        do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("fleet: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        // A test that waits for this process cannot be cancelled.
        if ["write", "open"].contains(arguments.first) { alarm(50) }
        switch (arguments.first, arguments.count) {
        case ("write", 6):
            guard let count = Int64(arguments[4]), let processes = Int(arguments[5]) else { throw Misuse() }
            let store = try RedisStore(at: RedisServer(socket: arguments[1]), hash: arguments[2])
            try await Writer(name: arguments[3], store: store).write(count, besides: processes)
        case ("open", 3):
            guard let times = Int(arguments[2]) else { throw Misuse() }
            try await Openings(socket: arguments[1]).run(times)
        case ("follow", 3): try await Machine(socket: arguments[1], name: arguments[2]).follow()
        case ("set", 3):
            guard let volume = Int(arguments[2]) else { throw Misuse() }
            try Machine(socket: arguments[1], name: "set").set(volume: volume)
        default: throw Misuse()
        }
    }
}
