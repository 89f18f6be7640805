public import MoonwireValues

/// A handle for the container that builds a service, for a service that opens scopes or resolves others while it runs.
///
/// ```swift
/// final class Server: Sendable {
///     let container: ContainerHandle
///
///     init(container: ContainerHandle) { self.container = container }
///
///     func answer(_ request: Request) async throws -> Response {
///         try await container().withScope("request") {
///             $0.supply(request, for: "request")
///         } operation: {
///             try await container().resolve("handler", as: Handler.self).answer()
///         }
///     }
/// }
/// ```
///
/// Definitions do not mention such an argument: the container passes the handle for itself. A handle does not keep the container
/// alive, and what is resolved with it is not a dependency of the service.
public struct ContainerHandle: Sendable {
    private let current: CurrentGeneration

    /// Creates a handle for a container, as tests do that create a service by themselves.
    public init(_ container: Container) { current = container.current }

    private init(_ current: CurrentGeneration) { self.current = current }

    /// Returns the container; throws ``ContainerError`` after its end.
    public func callAsFunction() throws -> Container {
        guard let container = current.owner as? Container else { throw current.ended() }
        return container
    }
}

extension ContainerHandle: Convertible {
    /// Throws ``ConversionError`` unless the value comes from Swift: scripts have no such values.
    public static func read(from reader: ValueReader) throws -> ContainerHandle {
        guard let object = try reader.source.object(at: reader.position),
            let handle = unboxed(object, as: ContainerHandle.self)
        else { throw reader.mismatch(type: ContainerHandle.self) }
        return handle
    }

    /// Throws ``ConversionError``: scripts have no such values.
    public func write(to writer: ValueWriter) throws {
        throw ConversionError(.custom("is a handle for the container, which scripts cannot use"))
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .object(of: ContainerHandle.self) }
}

extension ContainerHandle: PassedByContainer {
    static var passed: ContainerHandle? {
        (Resolution.current.builder ?? TaskBuild.ofThisTask?.reference.current ?? Resolution.current.scriptCaller
            ?? CurrentGeneration.ofSlots)
            .map { ContainerHandle($0) }
    }
}

extension ServiceResolver {
    /// Calls a member for a script of this container, which passes handles for itself.
    package func calling<R>(_ body: () throws -> R) rethrows -> R {
        let resolution = Resolution.current
        let former = resolution.scriptCaller
        resolution.scriptCaller = current
        defer { resolution.scriptCaller = former }
        return try body()
    }
}

extension Callable {
    /// Whether the container passes an argument that a script omits.
    package var takesHandle: Bool {
        signature.arguments.contains { $0.swiftType.type is any PassedByContainer.Type }
    }
}

extension WrappedCall {
    /// An argument that only Swift code can read, because it is a handle for the container; nil for any other.
    package func handle(at index: Int) -> WrappedValue? {
        guard index < arguments.count, let argument = arguments[index],
            case .object(let object) = argument.planned.content, unboxed(object, as: ContainerHandle.self) != nil
        else { return nil }
        return argument
    }
}

extension Optional: PassedByContainer where Wrapped: PassedByContainer {
    static var passed: Wrapped?? { .some(Wrapped.passed) }
}
