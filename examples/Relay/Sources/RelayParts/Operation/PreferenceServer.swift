import Foundation
import Moonwire
import MoonwireRedis

/// The Redis server that keeps the preferences of several gateways.
struct PreferenceServer {
    /// The hash of the server in which the preferences are.
    static let hash = "relay"

    let server: RedisServer

    /// Reads an address such as `redis://:PASSWORD@HOST:PORT/DATABASE` or `unix:///run/redis/redis.sock`.
    init(_ text: String) throws {
        guard let address = URLComponents(string: text), address.query == nil, address.fragment == nil,
            let server = Self.server(at: address)
        else { throw Invalid() }
        self.server = server
    }

    private static func server(at address: URLComponents) -> RedisServer? {
        let host = address.host ?? ""
        switch address.scheme {
        case "redis":
            guard !host.isEmpty, let database = database(address.path) else { return nil }
            let user = address.user.flatMap { $0.isEmpty ? nil : $0 }
            return RedisServer(
                host: host, port: address.port ?? 6379, username: user, password: address.password, database: database)
        case "unix":
            guard host.isEmpty, address.path.count > 1 else { return nil }
            return RedisServer(socket: address.path)
        default: return nil
        }
    }

    private static func database(_ path: String) -> Int? {
        path.isEmpty || path == "/" ? 0 : UInt16(path.dropFirst()).map(Int.init)
    }

    /// An address that cannot be used; its text may contain a password, so the message does not have it.
    struct Invalid: Error, CustomStringConvertible {
        let description = """
            the variable RELAY_REDIS is not the address of a Redis server
                write redis://HOST, redis://:PASSWORD@HOST:PORT/DATABASE, or unix:///PATH
            """
    }
}
