import MoonwireSupport
public import MoonwireValues

/// A handle that resolves a service once, at its first use; a definition passes it with `lazy "id"`.
public struct LazyService<Service>: Sendable {
    private let handle: LazyHandle

    /// Returns the service, which the first call resolves.
    public func callAsFunction() throws -> Service { try handle.instance(as: Service.self) }
}

extension LazyService: ServiceHandleType { package static var serviceType: Any.Type { Service.self } }

/// A handle that resolves a service at each call; a definition passes it with `provider "id"`.
public struct ServiceProvider<Service>: Sendable {
    private let handle: ProviderHandle

    /// Resolves the service; a transient one is built at each call.
    public func callAsFunction() throws -> Service { try handle.service.resolve { try $0.cast(to: Service.self) } }

    /// Resolves the service, which is built with these arguments.
    ///
    /// ```swift
    /// final class Desk {
    ///     let reports: ServiceProvider<Report>
    ///     func report(for user: User) throws -> Report { try reports(arguments: ["user": user]) }
    /// }
    /// ```
    ///
    /// ```lua
    /// service "desk" { type = "Desk", args = { reports = provider "report" } }
    /// ```
    public func callAsFunction(arguments: ServiceArguments) throws -> Service {
        try handle.service.resolve(with: arguments.given) { try $0.cast(to: Service.self) }
    }
}

extension ServiceProvider: ServiceHandleType { package static var serviceType: Any.Type { Service.self } }

extension LazyService: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> LazyService {
        guard let handle = try reader.source.object(at: reader.position) as? LazyHandle else {
            throw reader.mismatch(type: LazyService.self)
        }
        return LazyService(handle: handle)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: handle, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { handleShape("LazyService", of: Service.self) }
}

extension ServiceProvider: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> ServiceProvider {
        let object = try reader.source.object(at: reader.position)
        // A service that is lazy is passed as the handle that is expected.
        if let handle = object as? LazyHandle { return ServiceProvider(handle: ProviderHandle(handle.service)) }
        guard let handle = object as? ProviderHandle else {
            throw reader.mismatch(type: ServiceProvider.self)
        }
        return ServiceProvider(handle: handle)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: handle, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { handleShape("ServiceProvider", of: Service.self) }
}

/// The shape of a handle: that of the service, in angle brackets.
private func handleShape(_ handle: String, of service: Any.Type) -> ValueShape {
    guard case .object(let name) = ValueShape.object(of: unwrapped(service)) else { return .anything }
    return .object("\(handle)<\(name)>")
}

/// The value of a `provider` reference.
final class ProviderHandle: ServiceHandleOwner, Sendable {
    let service: ServiceHandle

    init(_ service: ServiceHandle) {
        self.service = service
    }
}

/// The value of a `lazy` reference.
final class LazyHandle: ServiceHandleOwner, Sendable {
    let service: ServiceHandle
    private let made = Lock<KeptInstance?>(nil)

    private struct KeptInstance: @unchecked Sendable {  // Passed on as its scope allows; the lock protects the field.
        let instance: ServiceHandle.Instance
    }

    init(_ service: ServiceHandle) {
        self.service = service
    }

    /// Two threads may build a transient service at the same time; one instance is kept.
    func instance<T>(as type: T.Type) throws -> T {
        if let kept = made.withLock({ $0 }) {
            try kept.instance.checkScope()
            return try kept.instance.cast(to: type)
        }
        let fresh = KeptInstance(instance: try service.resolve { $0 })
        // The holder of the handle may outlive an override, or a generation that has been replaced.
        guard fresh.instance.stays else { return try fresh.instance.cast(to: type) }
        let kept = made.withLock { made in
            let kept = made ?? fresh
            made = kept
            return kept
        }
        return try kept.instance.cast(to: type)
    }
}

/// A service by its id: of the generation in which this thread resolves, or else of the current one.
final class ServiceHandle: Sendable {
    private let current: CurrentGeneration
    private let id: String
    private let location: ScriptLocation?
    /// The generation that created the handle.
    private let origin: WeakGeneration

    /// An instance with everything needed to return it; it does not keep its generation.
    struct Instance {
        let object: AnyObject
        let casters: [AnyCaster]
        let phrase: String
        let location: ScriptLocation?
        /// Whether it belongs to the same generation as the holder of the handle.
        let stays: Bool
        /// The open scope to which it belongs; nil for most.
        let scope: (name: String, generation: WeakGeneration)?

        /// Throws ``ContainerError`` if its scope has ended, which has stopped it.
        func checkScope() throws {
            guard let scope, scope.generation.isOver else { return }
            throw ContainerError(.scopeNotOpen(phrase, scope.name, .closed, at: location))
        }

        func cast<T>(to type: T.Type) throws -> T {
            if let value = casters.cast(object, to: type) { return value }
            throw ContainerError(.wrongType(phrase, is: dynamicType(of: object), wanted: type, at: location))
        }
    }

    init(_ generation: Generation, _ index: Int) {
        let definition = generation.plan.services[index].definition
        current = generation.context.current
        origin = generation.reference
        id = definition.id
        location = definition.origin.location
    }

    /// Runs `body` with the instance; a service that takes arguments is built with the given ones.
    func resolve<R>(with given: GivenArguments = .none, _ body: (Instance) throws -> R) throws -> R {
        do {
            return try Resolution.current.resolving(in: current) { generation in
                let position = try generation.position(of: id)
                let object = try generation.instance(at: position, with: given)
                let definition = generation.plan.services[position].definition
                return try body(
                    Instance(
                        object: object, casters: generation.casters(of: object, ofServiceAt: position),
                        phrase: definition.phrase, location: definition.origin.location,
                        stays: generation.keepsInstance(ofServiceAt: position, for: origin),
                        scope: generation.scope(ofServiceAt: position))
                )
            }
        } catch let error as ContainerError where error.code == .containerEnded {
            throw current.ended(id, at: location)
        }
    }
}
