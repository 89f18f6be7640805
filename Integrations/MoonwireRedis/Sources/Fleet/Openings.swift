import Foundation
import Moonwire
import MoonwireRedis

/// Opens and releases stores, and counts what is left of them.
struct Openings {
    let socket: String

    /// Ends when the process has as many threads and open files as after the first store.
    func run(_ times: Int) async throws {
        try await use(1)
        try await leaveQueue()
        // What the first use of the library and of Foundation opens remains.
        try await Task.sleep(for: .milliseconds(500))
        let first = try Counts()
        try await use(times)
        for _ in 0..<times { try await leaveQueue() }
        while true {
            let now = try Counts()
            if now.stores == 0, now.files <= first.files { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        print("nothing is left of \(2 * times) stores")
    }

    private func use(_ count: Int) async throws {
        // Only its release ends the wait of a store.
        let options = RedisOptions(heartbeat: .seconds(3600))
        let stores = try (0..<count).map { _ in
            try RedisStore(at: RedisServer(socket: socket), hash: "openings", options: options)
        }
        for store in stores { try store.write(1, for: "key") }
        // Afterward they wait for the server.
        try await Task.sleep(for: .milliseconds(200))
        withExtendedLifetime(stores) {}
    }

    /// Releases a store whose server is away, while it pauses between two attempts.
    private func leaveQueue() async throws {
        let options = RedisOptions(
            writesWhileAway: .queue(limit: 1), start: .continuesWithoutServer, longestPause: .seconds(3600))
        let store = try RedisStore(at: RedisServer(socket: socket + ".missing"), hash: "openings", options: options) {
            _ in
        }
        try store.write(1, for: "key")
    }
}

/// What the process uses.
private struct Counts {
    /// The threads of stores.
    let stores: Int
    let files: Int

    init() throws {
        let manager = FileManager.default
        files = try manager.contentsOfDirectory(atPath: "/proc/self/fd").count
        stores = try manager.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
            let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
            return name?.hasPrefix("moonwire-redis") ?? false
        }
    }
}
