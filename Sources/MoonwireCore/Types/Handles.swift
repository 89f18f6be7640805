public import MoonwireValues

/// A service that is built when it is first asked for; a definition passes it with `lazy "id"`.
public struct Lazy<Service>: Sendable {
    private let handle: LazyHandle

    /// The service, built by the first call and the same from then on.
    public func callAsFunction() throws -> Service {
        try handle.service.cast(try handle.instance())
    }
}

/// Asks for a service anew each time; a definition passes it with `provider "id"`.
public struct Provider<Service>: Sendable {
    private let handle: ProviderHandle

    /// The service, as its scope says: a transient one is new with each call.
    public func callAsFunction() throws -> Service {
        try handle.service.cast(try handle.instance())
    }
}

extension Lazy: Convertible {
    public static func read(from reader: ValueReader) throws -> Lazy {
        guard let handle = try reader.source.object(at: reader.position) as? LazyHandle else {
            throw reader.mismatch(type: Lazy.self)
        }
        return Lazy(handle: handle)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: handle, at: writer.slot) }

    public static var shape: ValueShape { .object("Lazy<\(Service.self)>") }
}

extension Provider: Convertible {
    public static func read(from reader: ValueReader) throws -> Provider {
        guard let handle = try reader.source.object(at: reader.position) as? ProviderHandle else {
            throw reader.mismatch(type: Provider.self)
        }
        return Provider(handle: handle)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: handle, at: writer.slot) }

    public static var shape: ValueShape { .object("Provider<\(Service.self)>") }
}

/// What a `provider` reference arrives as.
final class ProviderHandle: Sendable {
    let service: ServiceHandle

    init(_ service: ServiceHandle) {
        self.service = service
    }

    func instance() throws -> AnyObject { try service.instance() }
}

/// What a `lazy` reference arrives as.
final class LazyHandle: Sendable {
    let service: ServiceHandle
    private let made = Lock<KeptInstance?>(nil)

    private struct KeptInstance: @unchecked Sendable {  // Handed on as its scope allows; the lock guards the field.
        let object: AnyObject
    }

    init(_ service: ServiceHandle) {
        self.service = service
    }

    /// Two threads that are first together may both build a transient service; one instance is kept.
    func instance() throws -> AnyObject {
        if let kept = made.withLock({ $0 }) { return kept.object }
        let fresh = KeptInstance(object: try service.instance())
        return made.withLock { made in
            let kept = made ?? fresh
            made = kept
            return kept.object
        }
    }
}

/// A service of one generation, by its place in the plan.
final class ServiceHandle: Sendable {
    private let generation: Generation
    private let index: Int

    init(_ generation: Generation, _ index: Int) {
        self.generation = generation
        self.index = index
    }

    func instance() throws -> AnyObject { try generation.instance(at: index) }

    func cast<T>(_ instance: AnyObject) throws -> T { try generation.cast(instance, ofServiceAt: index, as: T.self) }
}
