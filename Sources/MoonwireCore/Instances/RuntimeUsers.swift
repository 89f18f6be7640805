/// The services whose builds resolved a service or a type, by what they resolved.
final class RuntimeUsers: Sendable {
    private let users: [Int: [Int]]
    private let usersOfTypes: [ObjectIdentifier: [Int]]

    init(_ entries: [Int: RuntimeDependencyLog.Entry]) {
        var users: [Int: [Int]] = [:]
        var usersOfTypes: [ObjectIdentifier: [Int]] = [:]
        for (position, entry) in entries {
            for need in entry.services { users[need, default: []].append(position) }
            for type in entry.types { usersOfTypes[type, default: []].append(position) }
        }
        self.users = users
        self.usersOfTypes = usersOfTypes
    }

    /// The positions of the services that resolved the service at a position.
    func users(of position: Int) -> [Int] { users[position] ?? [] }

    /// The positions of the services that resolved the only service that provides a type.
    func users(ofType type: ObjectIdentifier) -> [Int] { usersOfTypes[type] ?? [] }
}
