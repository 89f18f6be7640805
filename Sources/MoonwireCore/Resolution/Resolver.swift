public import MoonwireValues

/// Gives a factory the other services: of the generation in which the service is built.
public struct Resolver: Sendable {
    fileprivate let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
    }

    /// The service with that id.
    public func resolve<T>(_ id: String, as type: T.Type = T.self) throws -> T {
        let place = try generation.place(of: id)
        return try generation.cast(try generation.instance(at: place), ofServiceAt: place, as: type)
    }

    /// The service with that key.
    public func resolve<T>(_ key: ServiceKey<T>) throws -> T {
        try resolve(key.id, as: T.self)
    }

    /// The one service that provides that type.
    public func resolve<T>(_ type: T.Type) throws -> T {
        let place = try generation.place(ofType: type)
        return try generation.cast(try generation.instance(at: place), ofServiceAt: place, as: type)
    }

    /// The value of a parameter.
    public func parameter<T: Convertible>(_ name: String, as type: T.Type = T.self) throws -> T {
        let value = try generation.parameters.value(of: name)
        do {
            return try withExtendedLifetime((generation, value)) {
                try T.read(from: ValueReader(generation.source, position: value.position))
            }
        } catch let error as ConversionError {
            throw ContainerError(.parameterMismatch(name, error), underlying: error)
        }
    }

    package func contains(_ id: String) -> Bool { generation.names.place(of: id) != nil }

    package func instance(_ id: String) throws -> AnyObject {
        try generation.instance(at: try generation.place(of: id))
    }

    package var parameterNames: [String] { generation.parameters.names }

    /// Lends a parameter's value out as it is.
    package func withParameter<R>(_ name: String, _ body: (ValueReader) throws -> R) throws -> R {
        let value = try generation.parameters.value(of: name)
        return try withExtendedLifetime(value) {
            try body(ValueReader(generation.source, position: value.position))
        }
    }

    /// Whether instances of a service are held weakly, and so must not be kept alive by a script.
    package func isWeak(_ id: String) -> Bool {
        generation.names.place(of: id).map { generation.services[$0].scope == .weak } ?? false
    }
}

/// A resolver that does not keep its generation alive.
package struct WeakResolver: @unchecked Sendable {  // Weak references are thread-safe.
    private weak var generation: Generation?

    package init(_ resolver: Resolver) {
        generation = resolver.generation
    }

    package var resolver: Resolver? { generation.map(Resolver.init) }
}
