public import MoonwireValues

/// An exposed initializer, method or static method, ready to be called with arguments from wherever they lie.
@usableFromInline package final class Callable: Sendable {
    package let signature: Signature
    /// The Swift type of the result.
    let resultType: Any.Type
    /// Reads the arguments, runs the body, and writes its result; the first parameter is the receiver, if there is one.
    package let invoke: @Sendable (consuming AnyObject?, Call) throws -> Void
    /// The path without conversions, for arguments that have the right types already.
    let direct: DirectCall?
    /// Reads the arguments of an asynchronous member, whose body is awaited afterward; nil for a synchronous member.
    let begin: (@Sendable (consuming AnyObject?, Call) throws -> AsynchronousCall)?

    @usableFromInline init(
        _ signature: Signature, resultType: Any.Type, direct: DirectCall? = nil,
        invoke: @escaping @Sendable (consuming AnyObject?, Call) throws -> Void
    ) {
        self.signature = signature
        self.resultType = resultType
        self.direct = direct
        self.invoke = invoke
        begin = nil
    }

    /// A property as a factory, which makes a service by reading it.
    convenience init(reading property: PropertyAccess) {
        let type = property.description.swiftType.type ?? Any.self
        self.init(property.description.reading, resultType: type) { [get = property.get] receiver, call in
            try get(consume receiver, call.source, call.result.sink, call.result.slot)
        }
    }

    private init(_ callable: Callable, _ signature: Signature) {
        self.signature = signature
        resultType = callable.resultType
        direct = callable.direct
        invoke = callable.invoke
        begin = callable.begin
    }

    /// An asynchronous member.
    init(
        asynchronous signature: Signature, resultType: Any.Type,
        begin: @escaping @Sendable (consuming AnyObject?, Call) throws -> AsynchronousCall
    ) {
        self.signature = signature
        self.resultType = resultType
        direct = nil
        invoke = { _, _ in throw ConversionError(.custom("is asynchronous and cannot be called synchronously")) }
        self.begin = begin
    }

    func documented(_ text: String) -> Callable { Callable(self, signature.documented(text)) }

    /// The initializer of a type that has a name of its own.
    func initializing(_ name: String) -> Callable { Callable(self, signature.initializing(name)) }
}

/// The shape of a result of that type for scripts.
@usableFromInline func dynamicShape<R>(_: R.Type) -> ValueShape {
    if R.self == Void.self { return .optional(.anything) }
    return DynamicConverter<R>().shape
}
