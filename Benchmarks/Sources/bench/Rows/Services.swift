import Moonwire

/// The type that the rows resolve: a class with a class-bound protocol.
protocol Serving: AnyObject, Sendable {}

/// Longer than two cache lines, so that two threads that retain two of them do not write to the same line.
final class Service: Serving, Exposed {
    private let padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    static let exposure = Exposure(Service.self) {
        Initializer { Service() }
        Provides { $0 as any Serving }
    }
}

/// A second one, so that each can be resolved by its type.
final class OtherService: Exposed, Sendable {
    private let padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    static let exposure = Exposure(OtherService.self) {
        Initializer { OtherService() }
    }
}

/// A third one, of which a container may hold many.
final class Bystander: Serving, Exposed {
    static let exposure = Exposure(Bystander.self) {
        Initializer { Bystander() }
    }
}

extension Container {
    /// About a hundred services, with ids of about 20 characters, all built.
    static func ofHundred() throws -> Container {
        let bystanders = (100..<200).map { "application.part.\($0)" }
        let lines =
            bystanders.map { #"service "\#($0)" { type = "Bystander", tags = { "part" } }"# } + [
                "parameters { size = 1 }",
                #"service "application.service" { type = "Service" }"#,
                #"service "application.another" { type = "OtherService" }"#,
            ]
        let container = try Container(
            text: lines.joined(separator: "\n"), types: [Service.self, OtherService.self, Bystander.self],
            environment: .prod)
        for id in bystanders { _ = try container.resolve(id, as: Bystander.self) }
        _ = try container.resolve(Service.self)
        _ = try container.resolve(OtherService.self)
        return container
    }
}
