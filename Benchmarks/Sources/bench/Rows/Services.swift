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
final class Bystander: Exposed, Sendable {
    static let exposure = Exposure(Bystander.self) {
        Initializer { Bystander() }
    }
}

extension Definition {
    /// A service of an exposed type, as a script's table defines one.
    static func type(
        _ type: String, id: String, scope: Scope = .shared, arguments: [(String, WiredValue)] = []
    ) -> Definition {
        var definition = Definition(id: id, origin: Origin(nil), construction: .type(TextTemplate([.text(type)])))
        definition.scope = scope
        definition.arguments.labeled = arguments.map { LabeledValue($0.0, $0.1) }
        return definition
    }
}

extension Container {
    convenience init(_ definitions: [Definition], types: [any Exposed.Type]) throws {
        var layer = Layer(name: "bench")
        layer.definitions = definitions
        try self.init(layers: [layer], types: TypeRegistry(types))
    }

    /// About a hundred services, with ids of about 20 characters, all built.
    static func ofHundred() throws -> Container {
        let bystanders = (100..<200).map { Definition.type("Bystander", id: "application.part.\($0)") }
        let definitions =
            bystanders + [
                .type("Service", id: "application.service"), .type("OtherService", id: "application.another"),
            ]
        let container = try Container(definitions, types: [Service.self, OtherService.self, Bystander.self])
        for definition in bystanders { _ = try container.resolve(definition.id, as: Bystander.self) }
        _ = try container.resolve(Service.self)
        _ = try container.resolve(OtherService.self)
        return container
    }
}
