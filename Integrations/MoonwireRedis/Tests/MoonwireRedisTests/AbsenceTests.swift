import Foundation
import Moonwire
import MoonwireRedis
import Testing

/// A server that ends, starts again, or does not answer.
@Suite(.timeLimit(.minutes(1))) struct AbsenceTests {
    @Test func readsReturnTheLastKnownValue() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address)
        try test.store.write(7, for: "volume")
        #expect(test.store.status.staleness == .zero)
        server.kill()
        try await test.untilAway()
        #expect(try test.store.read("volume") == 7)
        #expect(try test.store.read("never written") == nil)
        let before = try #require(test.store.status.staleness)
        try await until { test.store.status.staleness ?? .zero > before }
        try await until { !test.reports.all.isEmpty }
        guard case .away(let address, let absence) = test.reports.all[0], let since = absence.since else {
            Issue.record("\(test.reports.texts)")
            return
        }
        #expect(address == server.socket)
        let reason = try #require(absence.reason)
        #expect(test.reports.texts[0] == "\(reason); preferences have the values of \(since.formatted(.iso8601))")
    }

    @Test func writeFailsWithServerKeyReasonAndTime() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address)
        server.kill()
        // The first reason is the end of the connection, and the next one that there is no server.
        try await until { "\(test.store.status)".contains("cannot be reached") }
        guard case .away(let absence) = test.store.status, let since = absence.since else { throw CancellationError() }
        let end = "cannot be reached: Connection refused (its last answer was at \(since.formatted(.iso8601)))"
        let text = "\"volume\" is not written: the Redis server at \(server.socket) \(end)"
        #expect(message { try test.store.write(1, for: "volume") } == text)
        #expect(message { try test.store.remove("volume") } == text)
        #expect(try test.store.read("volume") == nil)
    }

    @Test func storeConnectsAgainAndReadsWhatChangedMeanwhile() async throws {
        let server = try TestServer("--appendonly", "yes", "--appendfsync", "always")
        let test = try TestStore(server.address)
        try test.store.write(1, for: "kept")
        try test.store.write(1, for: "changed")
        for round in 2...4 {
            server.kill()
            try await test.untilAway()
            try server.start()
            try await test.untilConnected()
            #expect(try test.store.read("kept") == 1)
            try TestStore(server.address).store.write(.integer(Int64(round)), for: "changed")
            try await until { try test.store.read("changed") == .integer(Int64(round)) }
        }
        try await until {
            test.reports.texts.contains { $0.hasPrefix("the Redis server at \(server.socket) is back after ") }
        }
        #expect(!test.reports.texts.contains { $0.contains("lost") })
    }

    @Test func valuesThatTheServerLosesAreReported() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address)
        try test.store.write(1, for: "b")
        try test.store.write(1, for: "a")
        try test.store.write(1, for: "removed")
        try test.store.remove("removed")
        server.kill()
        try await test.untilAway()
        #expect(try test.store.read("a") == 1)
        try server.start()
        try await test.untilConnected()
        #expect(try test.store.read("a") == nil)
        try await until {
            test.reports.texts.contains("the Redis server at \(server.socket) lost values: \"a\", \"b\"")
        }
    }

    @Test func pausedServerIsFoundByTheHeartbeat() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address) { $0.answerLimit = .milliseconds(200) }
        let other = try TestStore(server.address) { $0.answerLimit = .seconds(30) }
        try test.store.write(1, for: "volume")
        server.pause()
        try await test.untilAway()
        #expect(try test.store.read("volume") == 1)
        #expect(message { try test.store.write(2, for: "volume") }.contains("does not answer within 0.2 seconds"))
        server.resume()
        try await test.untilConnected()
        try test.store.write(3, for: "volume")
        try await until { try other.store.read("volume") == 3 }
    }

    /// The server may carry it out later, as it does here.
    @Test func writeWithoutAnAnswerIsAnError() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address) {
            $0.answerLimit = .milliseconds(100)
            $0.heartbeat = .seconds(60)
        }
        server.pause()
        let text =
            "\"volume\" is not written: the Redis server at \(server.socket) does not confirm the write, and may have the new value"
        #expect(message { try test.store.write(1, for: "volume") } == text)
        #expect(try test.store.read("volume") == nil)
        server.resume()
        try await test.untilConnected()
        try await until { try test.store.read("volume") == 1 }
    }

    @Test func statusIsASequence() async throws {
        let server = try TestServer()
        let test = try TestStore(server.address)
        var changes = test.store.statusChanges.makeAsyncIterator()
        server.kill()
        guard case .away? = await changes.next() else { throw CancellationError() }
        try server.start()
        var last: RedisStatus?
        while last != .connected { last = await changes.next() }
    }

    @Test func statusSequenceEndsWithTheStore() async throws {
        let server = try TestServer()
        var test: TestStore? = try TestStore(server.address)
        var changes = test?.store.statusChanges.makeAsyncIterator()
        test = nil
        while await changes?.next() != nil {}
    }

    @Test func startRequiresTheServer() {
        let text = "the Redis server at /tmp/missing cannot be reached: No such file or directory"
        #expect(message { _ = try TestStore(RedisServer(socket: "/tmp/missing")) } == text)
    }

    @Test func startCanContinueWithoutTheServer() async throws {
        let server = try TestServer()
        server.kill()
        let test = try TestStore(server.address) { $0.start = .continuesWithoutServer }
        let text = "the Redis server at \(server.socket) cannot be reached: Connection refused"
        #expect(message { _ = try test.store.read("volume") } == text)
        #expect(test.store.status.staleness == nil)
        try await until { test.reports.texts == ["\(text); there are no values yet"] }
        try server.start()
        try await test.untilConnected()
        #expect(try test.store.read("volume") == nil)
        try test.store.write(1, for: "volume")
    }

    @Test func startWithoutTheServerStillRefusesMistakes() throws {
        let server = try TestServer()
        try server.run("SET", "text", "value")
        let text = message { _ = try TestStore(server.address, hash: "text") { $0.start = .continuesWithoutServer } }
        #expect(text.contains("WRONGTYPE"))
    }
}
