public import MoonwireSupport

/// The destination of a Swift function's result: an interpreter's stack, or the storage that a build reads.
///
/// A slot is opaque, like a ``ValueSource`` position. Each write puts exactly one value there.
@usableFromInline package protocol ValueSink: AnyObject {
    /// Whether results are kept as Swift values instead of being converted.
    var keepsValuesWhole: Bool { get }
    func writeNull(at slot: Int) throws
    func write(_ value: Bool, at slot: Int) throws
    func write(_ value: Int64, at slot: Int) throws
    func write(_ value: Double, at slot: Int) throws
    func write(_ value: String, at slot: Int) throws
    func write(_ value: Data, at slot: Int) throws
    func write(object: AnyObject, at slot: Int) throws
    /// Writes a list of `count` elements, each by one call of `element`.
    func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws
    /// Writes a map of `count` entries, each by one call of `entry`, which writes the key, then the value.
    func writeMap(count: Int, at slot: Int, entry: (Int, _ key: ValueWriter, _ value: ValueWriter) throws -> Void)
        throws
    /// Writes a list as a whole; returns false, without writing, if its elements must be written one by one.
    func write(integers: UnsafeBufferPointer<Int64>, at slot: Int) throws -> Bool
    func write(numbers: UnsafeBufferPointer<Double>, at slot: Int) throws -> Bool
    func write(texts: UnsafeBufferPointer<String>, at slot: Int) throws -> Bool
    /// Whether the thread has room for one more level of a value.
    var canDescend: Bool { get }
}

extension ValueSink {
    @usableFromInline package var keepsValuesWhole: Bool { false }
    @usableFromInline package var canDescend: Bool { true }
    @usableFromInline package func write(integers: UnsafeBufferPointer<Int64>, at slot: Int) throws -> Bool { false }
    @usableFromInline package func write(numbers: UnsafeBufferPointer<Double>, at slot: Int) throws -> Bool { false }
    @usableFromInline package func write(texts: UnsafeBufferPointer<String>, at slot: Int) throws -> Bool { false }
}

/// Writes one value to a position of a sink.
@frozen public struct ValueWriter {
    /// The sink that receives the value.
    @usableFromInline package let sink: any ValueSink
    /// The position in the sink.
    @usableFromInline package let slot: Int

    /// Creates a writer to a position.
    @inlinable package init(_ sink: any ValueSink, slot: Int) {
        self.sink = sink
        self.slot = slot
    }
}

extension ValueWriter {
    /// Writes an object, or the box of a value, which ``ValueReader/object()`` reads.
    public func write(object: AnyObject) throws { try sink.write(object: object, at: slot) }

    /// Writes the result of a call: converted for a script, unchanged for a build.
    @inlinable package func deliver<Result: Convertible>(_ result: Result) throws {
        if sink.keepsValuesWhole { try deliverWhole(result) } else { try result.write(to: self) }
    }

    /// Writes the result of a call whose type is known at run time only.
    @usableFromInline package func deliverDynamically<Result>(_ result: Result) throws {
        if sink.keepsValuesWhole {
            try deliverWhole(result)
        } else if let convertible = result as? any Convertible {
            try convertible.write(to: self)
        } else {
            try deliverWhole(result)
        }
    }

    /// Writes an object, a boxed struct, or nothing for a nil and for no result at all.
    @inlinable package func deliverWhole<Result>(_ result: Result) throws {
        if Result.self is AnyObject.Type {
            // `as` would search for a bridge to another class at run time.
            try sink.write(object: unsafeBitCast(result, to: AnyObject.self), at: slot)
        } else if let object = objectOrNothing(result) {
            try sink.write(object: object, at: slot)
        } else {
            try sink.writeNull(at: slot)
        }
    }
}

@inline(never) @usableFromInline func objectOrNothing(_ value: Any) -> AnyObject? {
    if value is Void { return nil }
    if let optional = value as? any AnyOptional { return optional.unwrapped.flatMap(objectOrNothing) }
    return boxed(value)
}

/// An optional of any type.
protocol AnyOptional {
    var unwrapped: Any? { get }
}

extension Optional: AnyOptional {
    var unwrapped: Any? { self }
}
