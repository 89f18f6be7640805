import Foundation
import Moonwire
import Synchronization
import Testing

@testable import MoonwireRedis

/// Stores and containers that share a hash.
@Suite(.timeLimit(.minutes(1))) struct SharedStoreTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func container(_ store: RedisStore) throws -> Container {
        try Container(
            text: """
                preferences "Speaker" { volume = { default = 5, min = 0, max = 10, store = "fleet" } }
                hook.preference("Speaker.volume", function(new, old) print(old .. " -> " .. new) end)
                """,
            environment: .test
        ) { services in services.registerStore(store, named: "fleet") }
    }

    @Test func changeOfOneContainerReachesTheOther() async throws {
        let (one, other) = (
            try container(TestStore(server.address).store), try container(TestStore(server.address).store)
        )
        var values = try other.preferences.watch("Speaker.volume", as: Int.self).makeAsyncIterator()
        #expect(try await values.next() == 5)
        for volume in [7, 9, 0] {
            try one.preferences.set("Speaker.volume", to: volume)
            #expect(try one.preferences.get("Speaker.volume", as: Int.self) == volume)
            #expect(try await values.next() == volume)
        }
    }

    /// An observer may use the store, and may block: no connection waits for it.
    @Test func observersCanWrite() async throws {
        let store = try TestStore(server.address).store
        let observation = store.observe {
            if (try? store.read("echo")) != (try? store.read("call")) { try? store.write(1, for: "echo") }
        }
        try store.write(1, for: "call")
        try await until { try store.read("echo") == 1 }
        withExtendedLifetime(observation) {}
    }

    @Test func onlyOneOfManyMovesTheValue() async throws {
        let stores = try (0..<4).map { _ in try TestStore(server.address).store }
        for round in 0..<25 {
            let former = "former \(round)"
            try stores[0].write(.integer(Int64(round)), for: former)
            try await until { try stores.allSatisfy { try $0.read(former) != nil } }
            try await withThrowingTaskGroup { group in
                for (index, store) in stores.enumerated() {
                    group.addTask { try store.move(former, to: "key \(round) of \(index)") }
                }
                try await group.waitForAll()
            }
            try stores[0].write(true, for: "round \(round)")
            try await until { try stores.allSatisfy { try $0.read("round \(round)") == true } }
            let found = try (0..<4).compactMap { try stores[0].read("key \(round) of \($0)") }
            #expect(found == [.integer(Int64(round))])
            for store in stores { #expect(try store.read(former) == nil) }
        }
    }

    /// Nothing announces the change, so that only the server can have it.
    @Test func fetchAsksTheServer() async throws {
        let store = try TestStore(server.address) { $0.heartbeat = .seconds(60) }.store
        try store.write(1, for: "key")
        guard case .text(let stored) = try server.run("HGET", "preferences", "key"),
            let space = stored.firstIndex(of: " "), let time = Int64(stored[..<space])
        else { throw CancellationError() }
        for (value, key) in [(7, "key"), (8, "other")] {
            try server.run("HSET", "preferences", key, "\(time + 1) w.1 {\"integer\":\(value)}")
        }
        #expect(try store.read("key") == 1)
        #expect(try await store.fetch("key") == 7)
        #expect(try store.read("key") == 7 && store.read("other") == nil)
        let all = await store.fetchAll(["key", "other", "none"])
        #expect(try all["other"]?.get() == 8)
        // A nil literal would be a null, which is a value.
        #expect(try #require(all["none"]).get() == PlainValue?.none)
        #expect(try store.read("other") == 8)
    }

    @Test func fetchOfARemovedFieldReportsTheLoss() async throws {
        let test = try TestStore(server.address) { $0.heartbeat = .seconds(60) }
        try test.store.write(1, for: "key")
        try server.run("DEL", "preferences")
        #expect(try await test.store.fetch("key") == nil)
        try await until { test.reports.texts == ["the Redis server at \(server.socket) lost values: \"key\""] }
    }

    @Test func fetchAllIsOneCommand() async throws {
        let store = try TestStore(server.address) { $0.heartbeat = .seconds(60) }.store
        for number in 0..<20 { try store.write(1, for: "key \(number)") }
        func calls(_ command: String) throws -> Int {
            guard case .text(let text) = try server.run("INFO", "commandstats") else { throw CancellationError() }
            let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("cmdstat_\(command):") }
            return line.flatMap { Int($0.drop { $0 != "=" }.dropFirst().prefix { $0.isNumber }) } ?? 0
        }
        let before = try calls("hgetall")
        #expect(await store.fetchAll((0..<20).map { "key \($0)" }).count == 20)
        #expect(try calls("hgetall") == before + 1)
        _ = try await store.fetch("key 3")
        #expect(try calls("hgetall") == before + 1)
    }

    @Test func fetchWhileTheServerIsAwayIsAnError() async throws {
        let test = try TestStore(server.address) { $0.writesWhileAway = .queue(limit: 10) }
        try test.store.write(1, for: "key")
        server.kill()
        try await test.untilAway()
        await #expect(throws: RedisError.self) { try await test.store.fetch("key") }
        let all = await test.store.fetchAll(["key"])
        #expect(throws: RedisError.self) { try all["key"]?.get() }
        #expect(try test.store.read("key") == 1)
    }

    /// The time of a field never decreases, whatever the server's clock does.
    @Test func writesCountEvenIfTheClockWasAhead() async throws {
        try server.run("HSET", "preferences", "key", "9007199254740000 w.1 {\"integer\":9}")
        let (one, other) = (try TestStore(server.address).store, try TestStore(server.address).store)
        #expect(try one.read("key") == 9)
        try one.write(1, for: "key")
        try one.write(2, for: "key")
        try one.remove("key")
        try one.write(3, for: "key")
        #expect(try one.read("key") == 3)
        try await until { try other.read("key") == 3 }
        guard case .text(let stored) = try server.run("HGET", "preferences", "key") else { throw CancellationError() }
        #expect(stored.hasPrefix("9007199254740004 ") && stored.hasSuffix(" {\"integer\":3}"), "\(stored)")
    }

    /// Its mirror has a later time than the server, which has forgotten the field.
    @Test func ownWritesAreReadEvenIfTheHashWasRemoved() async throws {
        try server.run("HSET", "preferences", "key", "9007199254740000 w.1 {\"integer\":9}")
        let test = try TestStore(server.address)
        try server.run("DEL", "preferences")
        #expect(try test.store.read("key") == 9)
        try test.store.write(1, for: "key")
        #expect(try test.store.read("key") == 1)
        try await until { test.reports.texts == ["the Redis server at \(server.socket) lost values: \"key\""] }
    }

    @Test func storesOfOtherHashesAndDatabasesAreSeparate() async throws {
        let places = [(server.address, "other"), (RedisServer(socket: server.socket, database: 1), "preferences")]
        for (address, hash) in places {
            let (reader, writer) = (try TestStore(address, hash: hash).store, try TestStore(address, hash: hash).store)
            try TestStore(server.address).store.write(1, for: "key")
            // The server announces in order.
            try writer.write(2, for: "last")
            try await until { try reader.read("last") == 2 }
            #expect(try reader.read("key") == nil)
        }
    }
}
