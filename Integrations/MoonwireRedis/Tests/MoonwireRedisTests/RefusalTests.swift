import Foundation
import Moonwire
import Testing

@testable import MoonwireRedis

/// What servers refuse, word for word.
@Suite(.timeLimit(.minutes(1))) struct RefusalTests {
    /// The error of a start, without the address of the server.
    private func start(_ server: RedisServer, hash: String = "preferences") -> String {
        message { _ = try TestStore(server, hash: hash) }.replacing("\(server)", with: "ADDRESS")
    }

    @Test func wrongPassword() throws {
        let server = try TestServer("--requirepass", "correct horse")
        let wrong = RedisServer(socket: server.socket, password: "battery staple")
        #expect(
            start(wrong)
                == "the Redis server at ADDRESS refuses AUTH: WRONGPASS invalid username-password pair or user is disabled."
        )
        #expect(
            start(server.address) == "the Redis server at ADDRESS refuses SUBSCRIBE: NOAUTH Authentication required.")
        let right = RedisServer(socket: server.socket, password: "correct horse", database: 3)
        let store = try TestStore(right).store
        try store.write(1, for: "volume")
        #expect(try TestStore(right).store.read("volume") == 1)
    }

    @Test func passwordIsNeverShown() async throws {
        let server = try TestServer("--rename-command", "AUTH", "")
        let address = RedisServer(socket: server.socket, password: "battery staple")
        let text = start(address)
        #expect(
            text.hasPrefix(
                "the Redis server at ADDRESS refuses AUTH: ERR unknown command 'AUTH', with args beginning with: '***'")
        )
        var dumped = ""
        dump(address, to: &dumped)
        for text in [text, dumped, "\(address)", String(reflecting: address), "\(Optional(address) as Any)"] {
            #expect(!text.contains("battery"), "\(text)")
        }
    }

    @Test func databaseOutOfRange() throws {
        let server = try TestServer()
        let text = start(RedisServer(socket: server.socket, database: 99))
        #expect(text == "the Redis server at ADDRESS refuses SELECT: ERR DB index is out of range")
    }

    @Test func keyOfAnotherType() throws {
        let server = try TestServer()
        try server.run("SET", "text", "theirs")
        let reply = "WRONGTYPE Operation against a key holding the wrong kind of value"
        #expect(start(server.address, hash: "text") == "the Redis server at ADDRESS refuses HGETALL: \(reply)")
        #expect(try server.run("GET", "text") == .text("theirs"))
    }

    @Test func replicaIsReadOnly() async throws {
        let server = try TestServer()
        let store = try TestStore(server.address).store
        try server.run("REPLICAOF", "127.0.0.1", "1")
        let text = message { try store.write(1, for: "volume") }
        #expect(
            text.hasPrefix(
                "\"volume\" is not written: the Redis server at \(server.socket) refuses EVAL: READONLY You can't write against a read only replica."
            ), "\(text)")
        try server.run("REPLICAOF", "NO", "ONE")
        try store.write(1, for: "volume")
    }

    @Test func serverWithoutMemory() throws {
        let server = try TestServer()
        let store = try TestStore(server.address).store
        try server.run("CONFIG", "SET", "maxmemory", "1")
        let text = message { try store.write(1, for: "volume") }
        #expect(
            text.hasPrefix("\"volume\" is not written: the Redis server at \(server.socket) refuses EVAL: OOM "),
            "\(text)")
        #expect(try store.read("volume") == nil)
        try server.run("CONFIG", "SET", "maxmemory", "0")
        try store.write(1, for: "volume")
    }

    @Test func serverThatIsBusy() async throws {
        let server = try TestServer("--busy-reply-threshold", "1")
        let test = try TestStore(server.address) { $0.heartbeat = .seconds(60) }
        let other = try Connection(to: server.address, RedisOptions())
        try other.send([["EVAL", "while true do end", "0"]])
        try await until { message { try server.run("PING") }.contains("BUSY") }
        let reply = "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE."
        #expect(
            message { try test.store.write(1, for: "volume") }
                == "\"volume\" is not written: the Redis server at \(server.socket) refuses EVAL: \(reply)")
        try server.run("SCRIPT", "KILL")
        try await until { message { try test.store.write(1, for: "volume") } == "no error" }
    }

    @Test func addressWithoutAServer() throws {
        #expect(
            start(RedisServer(host: "127.0.0.1", port: 1))
                == "the Redis server at ADDRESS cannot be reached: Connection refused")
        #expect(RedisServer(host: "::1").description == "[::1]:6379")
    }

    /// The C library would cut them, and connect to another server.
    @Test(arguments: [
        (RedisServer(port: 0), "a port is a number from 1 to 65535"),
        (RedisServer(port: 65536 + 6379), "a port is a number from 1 to 65535"),
        (RedisServer(socket: "/" + String(repeating: "x", count: 103)), "the path of a socket has at most 103 bytes"),
    ]) func addressThatCannotExist(_ server: RedisServer, _ reason: String) {
        #expect(start(server) == "the Redis server at ADDRESS cannot be reached: \(reason)")
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)]) func unusualDurationsAreBounded(
        _ duration: Duration
    ) throws {
        let server = try TestServer()
        let store = try? TestStore(server.address) {
            $0 = RedisOptions(
                start: .continuesWithoutServer, connectLimit: duration, answerLimit: duration, heartbeat: duration,
                longestPause: duration)
        }.store
        _ = try? store?.write(1, for: "key")
    }

    @Test func hostWithoutAName() throws {
        let text = start(RedisServer(host: "redis.invalid"))
        #expect(text.hasPrefix("the Redis server at ADDRESS cannot be reached: "), "\(text)")
    }
}
