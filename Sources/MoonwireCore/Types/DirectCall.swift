import MoonwireValues

/// An initializer of a class, called with arguments that are stored in memory as Swift values.
///
/// Each occupies ``stride`` bytes. Objects are moved from memory, everything else is copied.
@usableFromInline struct DirectCall: Sendable {
    /// The size of the largest argument, a string.
    @usableFromInline static var stride: Int { 16 }

    /// The types of the arguments.
    let types: [ObjectIdentifier]
    private let body: @Sendable (UnsafeMutableRawPointer) throws -> AnyObject

    @usableFromInline init(
        types: [ObjectIdentifier], _ body: @escaping @Sendable (UnsafeMutableRawPointer) throws -> AnyObject
    ) {
        self.types = types
        self.body = body
    }

    /// For a construction without an initializer, which never calls it.
    static let none = DirectCall(types: []) { _ in throw ConversionError(.missing) }

    /// Any number of arguments, through the witnesses of values, because packs are not specialized.
    ///
    /// Nil for an initializer that creates no objects of a class.
    @inlinable init?<each A, Owner>(_ body: @escaping @Sendable (repeat each A) throws -> Owner) {
        guard Owner.self is AnyObject.Type else { return nil }
        var types: [ObjectIdentifier] = []
        repeat types.append(ObjectIdentifier((each A).self))
        self.init(types: types) { memory in
            var index = 0
            return unsafeBitCast(try body(repeat next((each A).self, memory, &index)), to: AnyObject.self)
        }
    }

    @inlinable init?<A, Owner>(of1 body: @escaping @Sendable (A) throws -> Owner) {
        guard Owner.self is AnyObject.Type else { return nil }
        self.init(types: [ObjectIdentifier(A.self)]) {
            unsafeBitCast(try body(taken(A.self, $0, 0)), to: AnyObject.self)
        }
    }

    @inlinable init?<A, B, Owner>(of2 body: @escaping @Sendable (A, B) throws -> Owner) {
        guard Owner.self is AnyObject.Type else { return nil }
        self.init(types: [ObjectIdentifier(A.self), ObjectIdentifier(B.self)]) {
            unsafeBitCast(try body(taken(A.self, $0, 0), taken(B.self, $0, 1)), to: AnyObject.self)
        }
    }

    @inlinable init?<A, B, C, Owner>(of3 body: @escaping @Sendable (A, B, C) throws -> Owner) {
        guard Owner.self is AnyObject.Type else { return nil }
        self.init(types: [ObjectIdentifier(A.self), ObjectIdentifier(B.self), ObjectIdentifier(C.self)]) {
            unsafeBitCast(
                try body(taken(A.self, $0, 0), taken(B.self, $0, 1), taken(C.self, $0, 2)), to: AnyObject.self)
        }
    }

    @inlinable init?<A, B, C, D, Owner>(of4 body: @escaping @Sendable (A, B, C, D) throws -> Owner) {
        guard Owner.self is AnyObject.Type else { return nil }
        self.init(
            types: [
                ObjectIdentifier(A.self), ObjectIdentifier(B.self), ObjectIdentifier(C.self), ObjectIdentifier(D.self),
            ]
        ) {
            unsafeBitCast(
                try body(taken(A.self, $0, 0), taken(B.self, $0, 1), taken(C.self, $0, 2), taken(D.self, $0, 3)),
                to: AnyObject.self)
        }
    }

    @inline(__always) func callAsFunction(_ memory: UnsafeMutableRawPointer) throws -> AnyObject {
        try body(memory)
    }
}

/// The value in memory.
@inlinable @inline(__always) func taken<Value>(
    _: Value.Type, _ memory: UnsafeMutableRawPointer, _ index: Int
) -> Value {
    let argument = (memory + index * DirectCall.stride).assumingMemoryBound(to: Value.self)
    // For a string, a check whether it is an object would run at run time, because it may be bridged to one.
    if Value.self == String.self { return argument.pointee }
    return Value.self is AnyObject.Type ? argument.move() : argument.pointee
}

@inlinable @inline(__always) func next<Value>(
    _: Value.Type, _ memory: UnsafeMutableRawPointer, _ index: inout Int
) -> Value {
    defer { index += 1 }
    return taken(Value.self, memory, index)
}
