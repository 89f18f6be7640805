import Moonwire

/// Parts that only their own coding knows.
struct Route: Codable, Sendable { let port: Int }

/// Holds a map and a list that are decoded entry by entry.
struct RouteTable: Codable, Convertible, Sendable {
    var order: [Route] = []
    var routes: [String: Route] = [:]
}

final class TableHolder: Exposed, Sendable {
    let table: RouteTable

    init(table: RouteTable) { self.table = table }

    static let exposure = Exposure(TableHolder.self) {
        Initializer(ExposedArgument("table", default: RouteTable())) { TableHolder(table: $0) }
        Property("table", get: { $0.table }, set: { (_: TableHolder, _: RouteTable) in })
        Method("use", "table") { (_: TableHolder, _: RouteTable) in }
    }
}

final class TableOwner: Exposed {
    @Lazy var table: RouteTable?

    static let exposure = Exposure(TableOwner.self) { Initializer { TableOwner() } }
}
