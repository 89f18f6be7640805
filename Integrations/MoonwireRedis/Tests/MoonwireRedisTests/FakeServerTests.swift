import Foundation
import Moonwire
import Testing

@testable import MoonwireRedis

/// A server that does not use the protocol of Redis, or uses it wrongly.
@Suite(.timeLimit(.minutes(1))) struct FakeServerTests {
    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "+OK\r\n+OK\r\n+OK\r\n+OK\r\n", "*1\r\n$-1\r\n",
        "*-1\r\n", "$-2\r\n", ":1\r\n:2\r\n:3\r\n", "*2\r\n+message\r\n", "\0\0\0\0",
        "*3\r\n$9\r\nsubscribe\r\n$1\r\nx\r\n:1\r\n",
        "-ERR nothing works\r\n", "$99999999999999999999\r\n", "*99999999\r\n",
        "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n+x\r\n",
    ]) func wrongReplyIsAnErrorOfTheStart(_ reply: String) throws {
        let server = try FakeServer(replies: [reply])
        let text = message {
            _ = try TestStore(server.address) { $0.answerLimit = .milliseconds(100) }
        }
        #expect(text.hasPrefix("the "), "\(text)")
        #expect(text.contains(server.address.description))
    }

    @Test func otherServerIsNamed() throws {
        let server = try FakeServer(replies: ["HTTP/1.1 400 Bad Request\r\n\r\n"])
        let reason = "Protocol error, got \"H\" as reply type byte"
        #expect(
            message { _ = try TestStore(server.address) }
                == "the server at \(server.address) is not a Redis server: \(reason)")
    }

    /// Bytes that a real server sent, with some of them changed: whatever the store makes of them, it neither ends the process nor waits.
    @Test(arguments: 0..<40) func changedRepliesDoNotEndTheProcess(_ seed: UInt64) throws {
        var random = Seeded(state: seed)
        let valid = [
            "*3\r\n$9\r\nsubscribe\r\n$11\r\npreferences\r\n:1\r\n", "*2\r\n$10\r\n1796000000\r\n$6\r\n123456\r\n",
            "*2\r\n$1\r\na\r\n$30\r\n1796000000000000 {\"integer\":5}\r\n",
            "*3\r\n$7\r\nmessage\r\n$11\r\npreferences\r\n$33\r\n1:a1796000000000001 {\"integer\":6}\r\n",
            "*3\r\n$7\r\nwritten\r\n$1\r\na\r\n$30\r\n1796000000000002 {\"integer\":7}\r\n",
        ]
        let replies = (0..<12).map { _ in
            var bytes = Array(valid[Int.random(in: valid.indices, using: &random)].utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            return bytes
        }
        let server = try FakeServer(bytes: replies)
        let store = try? TestStore(server.address) {
            $0.answerLimit = .milliseconds(20)
            $0.start = .continuesWithoutServer
            $0.writesWhileAway = .queue(limit: 1)
        }
        _ = message { try store?.store.write(1, for: "a") }
        _ = try? store?.store.read("a")
        withExtendedLifetime(server) {}
    }

    /// Every call ends in time although the server never stops to send.
    @Test func serverThatSendsSlowlyIsSilent() throws {
        let server = try FakeServer(replies: ["*3\r\n$9\r\nsubs"])
        let text = message {
            _ = try TestStore(server.address) { $0.answerLimit = .milliseconds(100) }
        }
        #expect(text == "the Redis server at \(server.address) does not answer within 0.1 seconds")
    }
}

/// The same numbers for the same seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
