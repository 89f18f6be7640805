import Foundation
import Synchronization

@testable import MoonwireRedis

/// A server on the loopback that answers whatever it receives with the next of its replies, and the last one again and again.
final class FakeServer: Sendable {
    let address: RedisServer
    private let listener: Int32
    private let replies: [[UInt8]]
    private let next = Atomic(0)
    private let hasEnded = Atomic(false)

    convenience init(replies: [String]) throws { try self.init(bytes: replies.map { Array($0.utf8) }) }

    init(bytes replies: [[UInt8]]) throws {
        self.replies = replies
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let status = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) + listen(listener, 16) + getsockname(listener, pointer, &length)
            }
        }
        guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
        address = RedisServer(host: "127.0.0.1", port: Int(UInt16(bigEndian: place.sin_port)))
        Thread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let server = self else { return }
                Thread { server.serve(connection) }.start()
            }
        }.start()
    }

    deinit { end() }

    /// No longer accepts connections.
    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(connection, &buffer, buffer.count) > 0 {
            let number = next.add(1, ordering: .relaxed).oldValue
            let reply = replies[min(number, replies.count - 1)]
            if send(connection, reply, reply.count, Int32(MSG_NOSIGNAL)) < 0 { break }
        }
        close(connection)
    }
}
