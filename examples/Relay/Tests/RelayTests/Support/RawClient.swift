import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A client that sends bytes which no other client would.
struct RawClient: ~Copyable {
    private let socket: Int32

    init(port: Int) throws {
        #if canImport(Glibc)
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        // A sockaddr_in is one of the forms of a sockaddr, and the pointer is used during the call only.
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(socket) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = Darwin.send(socket, bytes, bytes.count, 0)
        #endif
    }

    /// All that the server sends until it closes the connection.
    func answer() async -> String {
        let socket = socket
        return await withCheckedContinuation { continuation in
            // Reading waits, so no thread of a task does it.
            Thread.detachNewThread {
                var text: [UInt8] = []
                var part = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(socket, &part, part.count, 0)
                    guard count > 0 else { break }
                    text += part[..<count]
                }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
