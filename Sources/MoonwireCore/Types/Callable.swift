public import MoonwireValues

/// An exposed initializer, method or static method, ready to be called with arguments from wherever they lie.
public struct Callable: Sendable {
    public let signature: Signature
    /// Reads the arguments, runs the body and writes its result; the first parameter is the receiver, if there is one.
    package let invoke: @Sendable (AnyObject?, Call) throws -> Void

    @usableFromInline init(
        _ signature: Signature, invoke: @escaping @Sendable (AnyObject?, Call) throws -> Void
    ) {
        self.signature = signature
        self.invoke = invoke
    }
}

/// Writes a result whose type is known at run time only.
@usableFromInline func writeDynamically<R>(_ result: R, to writer: ValueWriter) throws {
    if let convertible = result as? any Convertible {
        try convertible.write(to: writer)
    } else if R.self == Void.self {
        try writer.sink.writeNull(at: writer.slot)
    } else {
        try writer.sink.write(object: boxed(result), at: writer.slot)
    }
}

/// What a result of that type looks like to a script.
@usableFromInline func dynamicShape<R>(_: R.Type) -> ValueShape {
    if R.self == Void.self { return .optional(.anything) }
    return DynamicConverter<R>().shape
}
