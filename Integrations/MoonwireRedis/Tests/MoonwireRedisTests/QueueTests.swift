import Foundation
import Moonwire
import Synchronization
import Testing

@testable import MoonwireRedis

/// Writes while the server is away, which wait in a queue.
@Suite(.timeLimit(.minutes(1))) struct QueueTests {
    private let server: TestServer

    init() throws { server = try TestServer("--appendonly", "yes", "--appendfsync", "always") }

    private func queue(limit: Int = 10) throws -> TestStore {
        try TestStore(server.address) { $0.writesWhileAway = .queue(limit: limit) }
    }

    @Test func readsSeeQueuedWritesAndTheServerReceivesTheLastOfEachKey() async throws {
        let test = try queue(limit: 2)
        try test.store.write(1, for: "removed")
        server.kill()
        try await test.untilAway()
        for value in 1...100 { try test.store.write(.integer(Int64(value)), for: "volume") }
        try test.store.remove("removed")
        #expect(try test.store.read("volume") == 100)
        #expect(try test.store.read("removed") == nil)
        #expect(test.store.queuedKeys == ["removed", "volume"])
        try server.start()
        try await test.untilConnected()
        #expect(test.store.queuedKeys == [])
        let other = try TestStore(server.address).store
        #expect(try other.read("volume") == 100)
        #expect(try other.read("removed") == nil)
    }

    @Test func fullQueueIsAnErrorAndChangesNothing() async throws {
        let test = try queue(limit: 1)
        server.kill()
        try await test.untilAway()
        try test.store.write(1, for: "first")
        try test.store.write(2, for: "first")
        let text = message { try test.store.write(1, for: "second") }
        let start =
            "\"second\" is not written: the Redis server at \(server.socket) is away, and the queue contains 1 value already ("
        #expect(text.hasPrefix(start))
        #expect(try test.store.read("first") == 2)
        #expect(try test.store.read("second") == nil)
        #expect(test.store.queuedKeys == ["first"])
    }

    @Test func storesAgreeOnQueuedWrites() async throws {
        let tests = try (0..<4).map { _ in try queue() }
        server.kill()
        for test in tests { try await test.untilAway() }
        for round in 0..<5 {
            for (index, test) in tests.enumerated() {
                try test.store.write(.text("\(index) \(round)"), for: "written")
                if index % 2 == 0 { try test.store.remove("removed") } else { try test.store.write(1, for: "removed") }
            }
        }
        try server.start()
        for test in tests { try await test.untilConnected() }
        try tests[0].store.write(true, for: "last")
        for test in tests { try await until { try test.store.read("last") == true } }
        for key in ["written", "removed"] {
            let values = try tests.map { try $0.store.read(key) }
            #expect(Set(values).count == 1, "\(values)")
        }
    }

    /// In whichever order they arrive, the latest one stays, also if it removes the key.
    @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]], ["write", "removed"])
    func latestTimeWins(_ order: [Int64], _ last: String) throws {
        let connection = try Connection(to: server.address, RedisOptions())
        let text = { (time: Int64) in time == 3 && last == "removed" ? "removed" : "{\"integer\":\(time)}" }
        let key = "\(order) \(last)"
        for time in order {
            let operation = Operation.write(key: key, value: nil, text: text(time))
            _ = try connection.request(
                operation.command(hash: "preferences", channel: "x", mark: "w\(time).1", time: time))
        }
        #expect(try connection.request(["HGET", "preferences", key]) == .text("3 w3.1 \(text(3))"))
    }

    /// The estimated time of a queued write may be too early, and the server may have carried out a write whose reply was lost.
    @Test func writesOfOneProcessStayInOrder() throws {
        let connection = try Connection(to: server.address, RedisOptions())
        func write(_ mark: String, _ time: Int64?) throws -> String? {
            let operation = Operation.write(key: "key", value: nil, text: "{\"text\":\"\(mark)\"}")
            let reply = try connection.request(
                operation.command(hash: "preferences", channel: "x", mark: mark, time: time))
            let field = try connection.request(["HGET", "preferences", "key"])
            guard case .text(let stored) = field else { return nil }
            return "\(reply.texts?.first ?? "") \(stored.split(separator: " ")[1])"
        }
        #expect(try write("a.9", nil) == "written a.9")
        #expect(try write("a.9", 1) == "written a.9")
        #expect(try write("a.10", 1) == "written a.10")
        #expect(try write("a.9", 1) == "written a.10")
        #expect(try write("b.11", 1) == "superseded a.10")
        #expect(try write("b.1", nil) == "written b.1")
        #expect(try write("a.11", 1) == "superseded b.1")
    }

    @Test func queuedWriteIsLaterThanTheValueThatItReplaces() async throws {
        try server.run("HSET", "preferences", "key", "9007199254740000 w.1 {\"integer\":9}")
        let test = try queue()
        server.kill()
        try await test.untilAway()
        try test.store.write(1, for: "key")
        try server.start()
        try await test.untilConnected()
        #expect(try test.store.read("key") == 1)
    }

    @Test func nothingIsLostWhileTheServerEndsAndStartsAgain() async throws {
        let test = try queue(limit: 50)
        let isDone = Atomic(false)
        let writing = Task {
            var number: Int64 = 0
            while !isDone.load(ordering: .relaxed) || number < 100 {
                number += 1
                try test.store.write(.integer(number), for: "\(number % 50)")
                #expect(try test.store.read("\(number % 50)") == .integer(number))
                await Task.yield()
            }
            return number
        }
        for _ in 0..<5 {
            server.kill()
            try await test.untilAway()
            try server.start()
            try await test.untilConnected()
        }
        isDone.store(true, ordering: .relaxed)
        let last = try await writing.value
        try await until { test.store.queuedKeys.isEmpty && test.store.status == .connected }
        let other = try TestStore(server.address).store
        for number in (last - 49)...last { #expect(try other.read("\(number % 50)") == .integer(number)) }
        #expect(
            !test.reports.texts.contains { $0.contains("lost") || $0.contains("later values") }, "\(test.reports.texts)"
        )
    }

    /// The queue of a process that was away long is not newer than what others wrote in the meantime.
    @Test func earlierWriteThatArrivesLaterIsSupersededAndReported() async throws {
        let test = try queue()
        server.kill()
        try await test.untilAway()
        try test.store.write("early", for: "written")
        try test.store.write("early", for: "removed")
        try server.start { address in
            let other = try TestStore(address).store
            try other.write("late", for: "written")
            try other.remove("removed")
        }
        try await test.untilConnected()
        #expect(try test.store.read("written") == "late")
        #expect(try test.store.read("removed") == nil)
        let text = "the Redis server at \(server.socket) has later values than the queue: \"removed\", \"written\""
        try await until { test.reports.texts.contains(text) }
    }

    @Test func movesAreNotQueued() async throws {
        let test = try queue()
        try test.store.write(1, for: "former")
        server.kill()
        try await test.untilAway()
        #expect(
            message { try test.store.move("former", to: "key") }.hasPrefix(
                "\"key\" is not written: the Redis server at "))
        #expect(try test.store.read("former") == 1)
    }

    @Test func releasedStoreReportsWhatIsLost() async throws {
        var test: TestStore? = try queue()
        let reports = try #require(test).reports
        server.kill()
        try await test?.untilAway()
        try test?.store.write(1, for: "b")
        try test?.store.write(1, for: "a")
        test = nil
        let text =
            "queued values for the Redis server at \(server.socket) are lost: \"a\", \"b\": the store was released"
        try await until { reports.texts.contains(text) }
    }

    /// Nobody waits for the answer any longer, so the value is queued, although the server may have it.
    @Test func writeWithoutAnAnswerIsQueued() async throws {
        let test = try TestStore(server.address) {
            $0.writesWhileAway = .queue(limit: 1)
            $0.answerLimit = .milliseconds(100)
            $0.heartbeat = .seconds(60)
        }
        server.pause()
        try test.store.write(1, for: "volume")
        #expect(try test.store.read("volume") == 1)
        try await test.untilAway()
        #expect(try test.store.read("volume") == 1)
        server.resume()
        try await test.untilConnected()
        #expect(try test.store.read("volume") == 1)
        #expect(try TestStore(server.address).store.read("volume") == 1)
        #expect(!test.reports.texts.contains { $0.contains("later values") })
    }

    @Test func refusalOfAQueuedWriteIsReported() async throws {
        let test = try queue()
        server.kill()
        try await test.untilAway()
        try test.store.write(1, for: "foreign")
        try test.store.write(2, for: "other")
        try server.start { address in
            _ = try Connection(to: address, RedisOptions()).request(["HSET", "preferences", "foreign", "theirs"])
        }
        try await test.untilConnected()
        try await until {
            test.reports.texts.contains {
                $0.hasPrefix(
                    "queued values for the Redis server at \(server.socket) are lost: \"foreign\": the hash \"preferences\" of "
                )
            }
        }
        #expect(try server.run("HGET", "preferences", "foreign") == .text("theirs"))
        #expect(try TestStore(server.address).store.read("other") == 2)
    }
}
