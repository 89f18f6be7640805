import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A socket that listens at an address of this machine.
struct Listener {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let socket: Int32
    /// The port, which the system chooses if the given one is zero.
    let port: Int

    init(address: String, port: Int) throws {
        guard let number = UInt16(exactly: port) else { throw Failure(description: "port \(port) is not a port") }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = number.bigEndian
        guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else {
            throw Failure(description: "\"\(address)\" is not an IPv4 address")
        }
        socket = Self.makeSocket()
        guard socket >= 0 else { throw Failure(description: "no socket could be created: \(Self.systemError)") }
        do {
            self.port = try Self.listen(socket, at: &name, "\(address):\(port)")
        } catch {
            close(socket)
            throw error
        }
    }

    private static func listen(_ socket: Int32, at name: inout sockaddr_in, _ place: String) throws -> Int {
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // A sockaddr_in is one of the forms of a sockaddr, and the pointers are used during the calls only.
        let isBound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) == 0 }
        }
        guard isBound, systemListen(socket) else {
            throw Failure(
                description: errno == EADDRINUSE
                    ? "\(place) is in use by another process" : "\(place) cannot be used: \(systemError)")
        }
        let isNamed = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) == 0 }
        }
        guard isNamed else { throw Failure(description: "\(place) has no port: \(systemError)") }
        return Int(UInt16(bigEndian: name.sin_port))
    }

    private static func systemListen(_ socket: Int32) -> Bool {
        #if canImport(Glibc)
            Glibc.listen(socket, SOMAXCONN) == 0
        #else
            Darwin.listen(socket, SOMAXCONN) == 0
        #endif
    }

    private static func makeSocket() -> Int32 {
        #if canImport(Glibc)
            Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static var systemError: String { String(cString: strerror(errno)) }
}
