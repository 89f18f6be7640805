import Foundation
import Moonwire
import MoonwireRedis

/// A program of the demonstration, whose container has one preference that all machines share.
struct Machine {
    private static let script = """
        preferences "Speaker" { volume = { default = 5, min = 0, max = 10, store = "fleet" } }
        """

    private let name: String
    private let store: RedisStore
    private let container: Container

    init(socket: String, name: String) throws {
        let store = try RedisStore(at: RedisServer(socket: socket), hash: "preferences") { report in
            write("\(name): \(report)\n")
        }
        self.name = name
        self.store = store
        container = try Container(text: Self.script, environment: .dev) { services in
            services.registerStore(store, named: "fleet")
        }
    }

    /// Prints each value of the preference until it is 0.
    func follow() async throws {
        for try await volume in try container.preferences.watch("Speaker.volume", as: Int.self) {
            write("\(name): volume \(volume)\n")
            if volume == 0 { return }
        }
    }

    /// Sets the preference.
    func set(volume: Int) throws { try container.preferences.set("Speaker.volume", to: volume) }
}

/// Writes at once, also to a pipe.
private func write(_ line: String) { FileHandle.standardOutput.write(Data(line.utf8)) }
