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

    /// A server may repeat the arguments of a command that it does not know.
    func masked(_ text: String) -> String {
        guard let password, !password.isEmpty else { return text }
        return text.replacing(password, with: "***")
    }
}
