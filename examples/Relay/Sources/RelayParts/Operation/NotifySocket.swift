import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The socket of a service manager such as systemd, which receives one message in each datagram.
struct NotifySocket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The longest path, in bytes: one of the address is the end of the path.
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private let name: String
    private let address: sockaddr_un
    private let length: socklen_t

    /// The socket that a variable `NOTIFY_SOCKET` names: a path, or after "@" a name without a file.
    init(_ name: String) throws(Failure) {
        guard let first = name.first, first == "/" || first == "@" else {
            throw Failure(description: "expected a path that begins with / or @, got \"\(name)\"")
        }
        var bytes = Array(name.utf8)
        guard bytes.count <= Self.longestPath else {
            throw Failure(
                description: "expected at most \(Self.longestPath) bytes, got the \(bytes.count) of \"\(name)\"")
        }
        if first == "@" { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.name = name
        self.address = address
        // The name of an abstract socket ends with the address, and a path with a zero.
        let end = first == "@" ? bytes.count : bytes.count + 1
        length = socklen_t((MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0) + end)
    }

    /// Sends a message without waiting for a reader.
    func send(_ message: String) throws(Failure) {
        let socket = Self.makeSocket()
        guard socket >= 0 else { throw failure() }
        defer { close(socket) }
        var address = address
        let bytes = Array(message.utf8)
        // A sockaddr_un is one of the forms of a sockaddr, and the pointer is used during the call only.
        let count = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, bytes.count, Self.flags, $0, length)
            }
        }
        guard count == bytes.count else { throw failure() }
    }

    private func failure() -> Failure { Failure(description: "\(name): \(String(cString: strerror(errno)))") }

    #if canImport(Glibc)
        private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

        private static func makeSocket() -> Int32 {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
    #else
        private static let flags = Int32(MSG_DONTWAIT)

        private static func makeSocket() -> Int32 { socket(AF_UNIX, SOCK_DGRAM, 0) }
    #endif
}
