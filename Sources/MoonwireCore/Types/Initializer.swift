public import MoonwireValues

/// An initializer that definitions and scripts can use, identified by its labels.
///
/// `Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)`
public struct Initializer<Owner>: Sendable {
    @usableFromInline let callable: Callable

    /// Exposes an initializer with any number of arguments.
    @inlinable public init<each A: Convertible>(
        _ arguments: repeat ExposedArgument<each A>, body: @escaping @Sendable (repeat each A) throws -> Owner
    ) {
        self.init(repeat each arguments, direct: DirectCall(body), body: body)
    }

    @inlinable init<each A: Convertible>(
        _ arguments: repeat ExposedArgument<each A>, direct: DirectCall?,
        body: @escaping @Sendable (repeat each A) throws -> Owner
    ) {
        let signature = Self.signature(describe(repeat each arguments))
        callable = Callable(signature, resultType: Owner.self, direct: direct) { _, call in
            var index = 0
            let owner = try call.runUserCode(on: (repeat try (each arguments).read(&index, of: call))) {
                (given: (repeat each A)) in try body(repeat each given)
            }
            try call.result.deliverWhole(owner)
        }
    }

    /// Exposes an initializer with any number of arguments.
    @inlinable @_disfavoredOverload public init<each A>(
        _ arguments: repeat ExposedArgument<each A>, body: @escaping @Sendable (repeat each A) throws -> Owner
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Self.signature(describe(repeat each dynamic))
        callable = Callable(signature, resultType: Owner.self) { _, call in
            var index = 0
            let owner = try call.runUserCode(on: (repeat try (each dynamic).read(&index, of: call))) {
                (given: (repeat each A)) in try body(repeat each given)
            }
            try call.result.deliverWhole(owner)
        }
    }

    init(_ callable: Callable) {
        self.callable = callable
    }

    /// Adds a description for the authors of scripts, which `moonwire stubs` writes into the definitions for editors.
    public func documented(_ text: String) -> Self { Self(callable.documented(text)) }

    @usableFromInline static func signature(_ arguments: [ArgumentDescription]) -> Signature {
        signature(arguments, isAsync: false)
    }

    static func signature(_ arguments: [ArgumentDescription], isAsync: Bool) -> Signature {
        Signature(
            name: "", arguments: arguments, result: typeName(Owner.self), resultShape: .object(of: Owner.self),
            isAsync: isAsync)
    }
}

@usableFromInline func describe<each A: Convertible>(_ arguments: repeat ExposedArgument<each A>)
    -> [ArgumentDescription]
{
    var result: [ArgumentDescription] = []
    repeat result.append((each arguments).description())
    return result
}

@usableFromInline func describe<each A>(_ arguments: repeat DynamicArgument<each A>) -> [ArgumentDescription] {
    var result: [ArgumentDescription] = []
    repeat result.append((each arguments).description())
    return result
}
