/// A Redis server: its address, and who uses which of its databases.
///
/// ```swift
/// RedisServer(host: "10.0.0.5", password: password)
/// RedisServer(socket: "/run/redis/redis.sock", database: 2)
/// ```
///
/// The description, errors, and reports never contain the password.
public struct RedisServer: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    enum Address: Sendable, Hashable {
        case host(String, port: Int)
        case socket(String)
    }

    let address: Address
    let username: String?
    let password: String?
    let database: Int

    /// Creates the description of a server that is reached by TCP.
    public init(
        host: String = "127.0.0.1", port: Int = 6379, username: String? = nil, password: String? = nil,
        database: Int = 0
    ) {
        self.init(.host(host, port: port), username, password, database)
    }

    /// Creates the description of a server that is reached by a Unix socket.
    public init(socket path: String, username: String? = nil, password: String? = nil, database: Int = 0) {
        self.init(.socket(path), username, password, database)
    }

    private init(_ address: Address, _ username: String?, _ password: String?, _ database: Int) {
        self.address = address
        self.username = username
        self.password = password
        self.database = database
    }

    /// The address, such as `127.0.0.1:6379` or `/run/redis/redis.sock`.
    public var description: String {
        switch address {
        case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): path
        }
    }

    /// A mirror without the password, for debuggers and `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: ["address": description, "database": database], displayStyle: .struct)
    }

    /// The channel for changes of a hash: channels belong to all databases.
    func channel(for hash: String) -> String { "\(hash)@\(database)" }

    /// What the server sent, for a message.
    ///
    /// A server may repeat the arguments of a command that it does not know, and another one may send anything.
    func masked(_ text: String) -> String {
        var masked = text
        if let password, !password.isEmpty { masked.replace(password, with: "***") }
        let scalars = masked.unicodeScalars.prefix(500)
        return String(
            String.UnicodeScalarView(scalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }

    /// Why there can be no such address; the C library would use another one.
    var fault: String? {
        switch address {
        case .host(_, let port): (1...65535).contains(port) ? nil : "a port is a number from 1 to 65535"
        case .socket(let path): path.utf8.count < 104 ? nil : "the path of a socket has at most 103 bytes"
        }
    }
}
