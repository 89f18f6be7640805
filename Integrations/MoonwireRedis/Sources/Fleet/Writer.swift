import Foundation
import Moonwire
import MoonwireRedis

/// One of several processes that write at once.
struct Writer {
    let name: String
    let store: RedisStore

    /// Writes values under keys of its own and under one that all share, waits until every process has finished, and prints what it
    /// was notified of.
    func write(_ count: Int64, besides processes: Int) async throws {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = store.observe { continuation.yield() }
        for number in 1...count {
            try store.write(.integer(number), for: "\(name).\(number % 100)")
            try store.write(.text("\(name) \(number)"), for: "shared")
            guard try store.read("\(name).\(number % 100)") == .integer(number) else { throw LostWrite(number: number) }
        }
        try store.write(true, for: "finished.\(name)")
        // Each change of another process arrives as a notification, and the last one is the end of a process.
        continuation.yield()
        for await _ in changes where try (0..<processes).allSatisfy({ try store.read("finished.\($0)") == true }) {
            break
        }
        withExtendedLifetime(observation) {}
        try report(processes)
    }

    private func report(_ processes: Int) throws {
        for process in 0..<processes {
            for key in 0..<100 { print("\(process).\(key)", try store.read("\(process).\(key)") ?? .null) }
        }
        print("shared", try store.read("shared") ?? .null)
    }
}

/// A value that was not there after its write had returned.
struct LostWrite: Error {
    let number: Int64
}
