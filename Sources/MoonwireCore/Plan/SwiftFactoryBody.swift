import MoonwireValues

/// The closure of a ``SwiftFactory``, with the casters of its instances to other types.
final class SwiftFactoryBody: FactoryBody {
    /// The closure; an asynchronous factory has one that always throws.
    let make: @Sendable (ServiceResolver) throws -> AnyObject
    /// Reads the arguments of an asynchronous factory, whose closure is awaited afterward; nil for a synchronous one.
    let begin: Begin?
    typealias Begin = @Sendable (ServiceResolver, Call) throws -> Begun
    /// The closure of a factory that takes arguments, which it reads from the call; nil for any other.
    let makeWithArguments: MakeWithArguments?
    typealias MakeWithArguments = @Sendable (ServiceResolver, Call) throws -> AnyObject

    /// A call of an asynchronous factory whose arguments have been read.
    struct Begun: @unchecked Sendable {  // Only the task that read the arguments runs the body, once.
        private let body: () async throws -> BuiltInstance

        init(_ body: @escaping () async throws -> BuiltInstance) { self.body = body }

        func callAsFunction() async throws -> BuiltInstance { try await body() }
    }

    let caster: AnyCaster
    /// The exposure that the type declares itself.
    let exposure: Exposure?

    init(
        _ caster: AnyCaster, _ exposure: Exposure?, _ make: @escaping @Sendable (ServiceResolver) throws -> AnyObject
    ) {
        self.caster = caster
        self.exposure = exposure
        self.make = make
        begin = nil
        makeWithArguments = nil
    }

    init(_ caster: AnyCaster, _ exposure: Exposure?, withArguments make: @escaping MakeWithArguments) {
        self.caster = caster
        self.exposure = exposure
        self.make = { _ in throw ConversionError(.missing) }
        begin = nil
        makeWithArguments = make
    }

    init(_ caster: AnyCaster, _ exposure: Exposure?, asynchronous begin: @escaping Begin) {
        self.caster = caster
        self.exposure = exposure
        self.make = { _ in throw ContainerError(.asynchronousMember("a factory", at: nil)) }
        self.begin = begin
        makeWithArguments = nil
    }
}

extension SwiftFactory {
    init<T>(_ type: T.Type, isSendable: Bool, _ make: @escaping @Sendable (ServiceResolver) throws -> T) {
        let caster = Caster<T>.identity()
        let exposure = (type as? any Exposed.Type)?.exposure
        let body: @Sendable (ServiceResolver) throws -> AnyObject
        if type is AnyObject.Type {
            // Asked once: `boxed` would ask for each instance.
            body = { resolver in unsafeBitCast(try make(resolver), to: AnyObject.self) }
        } else {
            body = { resolver in boxed(try make(resolver)) }
        }
        self.init(
            SwiftFactoryBody(caster, exposure, body), makes: caster, exposed: exposure, isSendable: isSendable)
    }

    init<T>(
        _ type: T.Type, isSendable: Bool, asynchronous make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        self.init(
            type, isSendable: isSendable, arguments: [], asynchronous: { resolver, _ in { try await make(resolver) } })
    }

    /// An asynchronous factory that takes arguments, which `begin` reads before it returns the closure.
    init<T>(
        _ type: T.Type, isSendable: Bool, arguments: [ArgumentDescription],
        asynchronous begin: @escaping @Sendable (ServiceResolver, Call) throws -> () async throws -> T
    ) {
        let caster = Caster<T>.identity()
        let exposure = (type as? any Exposed.Type)?.exposure
        let body = SwiftFactoryBody(
            caster, exposure,
            asynchronous: { resolver, call in
                let make = try begin(resolver, call)
                return SwiftFactoryBody.Begun { BuiltInstance(boxed(try await make())) }
            })
        self.init(
            body, makes: caster, exposed: exposure, isSendable: isSendable, isAsync: true, arguments: arguments)
    }

    /// A factory that takes arguments.
    init<T>(
        _ type: T.Type, isSendable: Bool, arguments: [ArgumentDescription],
        _ make: @escaping @Sendable (ServiceResolver, Call) throws -> T
    ) {
        let caster = Caster<T>.identity()
        let exposure = (type as? any Exposed.Type)?.exposure
        let body = SwiftFactoryBody(caster, exposure, withArguments: { boxed(try make($0, $1)) })
        self.init(body, makes: caster, exposed: exposure, isSendable: isSendable, arguments: arguments)
    }

    /// A factory that always throws, for checks that use only its type.
    static func standIn(of type: Any.Type, for definition: Definition) -> SwiftFactory {
        func factory<T>(_: T.Type) -> SwiftFactory {
            SwiftFactory(T.self, isSendable: true) { _ in throw ContainerError(.notSupplied(definition, path: [])) }
        }
        return _openExistential(type, do: factory)
    }

    /// The closure to call; there is no other subclass.
    var callable: SwiftFactoryBody {
        guard let body = body as? SwiftFactoryBody else {
            preconditionFailure("Moonwire: a factory of a definition cannot be called")
        }
        return body
    }
}
