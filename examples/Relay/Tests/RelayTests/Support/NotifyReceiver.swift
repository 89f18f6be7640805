import Foundation
import Synchronization

@testable import RelayParts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The socket of a service manager, which remembers what it is told.
final class NotifyReceiver: Sendable {
    private final class Inbox: Sendable {
        let messages = Mutex<[[String: String]]>([])
    }

    /// The value of the variable `NOTIFY_SOCKET`.
    let name: String
    private let inbox = Inbox()
    private let socket: Int32

    /// Binds a socket at a path, or after "@" one without a file; nobody reads it if `reads` is false.
    init(_ name: String, reads: Bool = true) throws {
        self.name = name
        #if canImport(Glibc)
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        let isAbstract = name.hasPrefix("@")
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = (MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0) + bytes.count + (isAbstract ? 0 : 1)
        // A sockaddr_un is one of the forms of a sockaddr, and the pointer is used during the call only.
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(length)) }
        }
        guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
        if reads { read() }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The messages so far, as fields by name.
    var messages: [[String: String]] { inbox.messages.withLock { $0 } }

    /// The messages so far, each as the state that it reports.
    var states: [String] {
        messages.map { message in
            ["READY", "RELOADING", "STOPPING"].filter { message[$0] == "1" }.joined(separator: "+")
        }
    }

    /// The status that was reported last.
    var status: String { messages.last { $0["STATUS"] != nil }?["STATUS"] ?? "" }

    private func read() {
        let (socket, inbox) = (socket, inbox)
        // Reading waits, so no thread of a task does it.
        Thread.detachNewThread {
            var part = [UInt8](repeating: 0, count: 8192)
            while true {
                let count = recv(socket, &part, part.count, 0)
                guard count > 0 else { break }
                let lines = String(decoding: part[..<count], as: UTF8.self).split(separator: "\n")
                let fields = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
                inbox.messages.withLock {
                    $0.append(Dictionary(fields.map { ($0[0], $0.last ?? "") }, uniquingKeysWith: { $1 }))
                }
            }
            close(socket)
        }
    }
}
