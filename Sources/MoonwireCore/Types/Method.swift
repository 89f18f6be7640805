public import MoonwireValues

/// A method that scripts can call, and that definitions can use as a factory or in `call`.
///
/// `Method("car", CarFactory.car, "config", "engine")` or `Method("car", "config", "engine") { $0.car(config: $1, engine: $2) }`
public struct Method<Owner>: Sendable {
    @usableFromInline let callable: Callable

    @usableFromInline init(_ callable: Callable) {
        self.callable = callable
    }

    /// Exposes a method that a closure implements; the first parameter is the object.
    @inlinable public init<each A: Convertible, R: Convertible>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        let signature = Self.signature(name, describe(repeat each arguments), R.self)
        callable = Callable(signature, resultType: R.self) { (receiver: consuming AnyObject?, call) in
            let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
            var index = 0
            let result = try call.runUserCode(
                on: (consume owner, (repeat try (each arguments).read(&index, of: call)))
            ) { (given: (Owner, (repeat each A))) in try body(given.0, repeat each given.1) }
            try call.source.deliver(consume result, to: call.result)
        }
    }

    /// Exposes a method that a closure implements; the first parameter is the object.
    @inlinable @_disfavoredOverload public init<each A, R>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Signature(
            name: name, arguments: describe(repeat each dynamic), result: typeName(R.self),
            resultShape: dynamicShape(R.self))
        callable = Callable(signature, resultType: R.self) { (receiver: consuming AnyObject?, call) in
            let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
            var index = 0
            let result = try call.runUserCode(
                on: (consume owner, (repeat try (each dynamic).read(&index, of: call)))
            ) { (given: (Owner, (repeat each A))) in try body(given.0, repeat each given.1) }
            try call.source.deliverDynamically(consume result, to: call.result)
        }
    }

    /// Exposes a method by its unapplied reference: `Method("car", CarFactory.car, "config", "engine")`.
    @inlinable public init<each A: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) throws -> R,
        _ arguments: repeat ExposedArgument<each A>
    ) {
        self.init(name, repeat each arguments) { (owner: Owner, values: repeat each A) in
            try method(owner)(repeat each values)
        }
    }

    /// Exposes a method that a closure implements; the first parameter is the object.
    @inlinable @_disfavoredOverload public init<each A, R>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) throws -> R,
        _ arguments: repeat ExposedArgument<each A>
    ) {
        self.init(name, repeat each arguments) { (owner: Owner, values: repeat each A) in
            try method(owner)(repeat each values)
        }
    }

    @inlinable static func signature<R: Convertible>(
        _ name: String, _ arguments: [ArgumentDescription], _ result: R.Type
    ) -> Signature {
        Signature(name: name, arguments: arguments, result: typeName(R.self), resultShape: R.shape)
    }

    /// Adds a description for the authors of scripts, which `moonwire stubs` writes into the definitions for editors.
    public func documented(_ text: String) -> Self { Self(callable.documented(text)) }
}

/// The receiver of a member, as its Swift type.
///
/// It is moved, because each copy is a retain.
@inlinable @inline(__always) func receiverValue<Owner>(
    _ receiver: consuming AnyObject?, as type: Owner.Type, _ source: any ValueSource
) throws -> Owner {
    guard let object = consume receiver else { throw withoutReceiver(source) }
    guard Owner.self is AnyObject.Type, Swift.type(of: object) == Owner.self else {
        return try convertedReceiver(object, as: type, source)
    }
    var moved = Unmanaged.passRetained(consume object)
    // Nothing writes through the pointer, so the stack needs no protection, which would cost time in every call.
    return _withUnprotectedUnsafeMutablePointer(to: &moved) {
        $0.withMemoryRebound(to: Owner.self, capacity: 1) { $0.move() }
    }
}

@inline(never) @usableFromInline func withoutReceiver(_ source: any ValueSource) -> any Error {
    source.leaving(with: ConversionError(.missing), at: "self")
}

@inlinable @inline(never) func convertedReceiver<Owner>(
    _ receiver: AnyObject, as type: Owner.Type, _ source: any ValueSource
) throws -> Owner {
    guard let owner = unboxed(receiver, as: Owner.self) else {
        let found = typeName(Swift.type(of: receiver))
        throw source.leaving(with: ConversionError(.kind(expected: typeName(Owner.self), found: found)), at: "self")
    }
    return owner
}
