public import MoonwireValues

/// A static method that scripts can call, and that definitions can use as a factory: `factory = "Engine.standard"`.
///
/// `StaticMethod("standard", "brand") { Engine(brand: $0, cylinders: 4) }`
public struct StaticMethod<Owner>: Sendable {
    @usableFromInline let callable: Callable

    /// Exposes a static method that a closure implements.
    @inlinable public init<each A: Convertible, R: Convertible>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        let signature = Signature(
            name: name, arguments: describe(repeat each arguments), result: typeName(R.self), resultShape: R.shape)
        callable = Callable(signature, resultType: R.self) { _, call in
            var index = 0
            let result = try call.runUserCode(on: (repeat try (each arguments).read(&index, of: call))) {
                (given: (repeat each A)) in try body(repeat each given)
            }
            try call.source.deliver(consume result, to: call.result)
        }
    }

    /// Exposes a static method that a closure implements.
    @inlinable @_disfavoredOverload public init<each A, R>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Signature(
            name: name, arguments: describe(repeat each dynamic), result: typeName(R.self),
            resultShape: dynamicShape(R.self))
        callable = Callable(signature, resultType: R.self) { _, call in
            var index = 0
            let result = try call.runUserCode(on: (repeat try (each dynamic).read(&index, of: call))) {
                (given: (repeat each A)) in try body(repeat each given)
            }
            try call.source.deliverDynamically(consume result, to: call.result)
        }
    }

    init(_ callable: Callable) {
        self.callable = callable
    }

    /// Adds a description for the authors of scripts, which `moonwire stubs` writes into the definitions for editors.
    public func documented(_ text: String) -> Self { Self(callable.documented(text)) }
}
