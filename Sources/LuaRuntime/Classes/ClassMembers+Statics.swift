public import MoonwireValues

/// What belongs to the class itself: `Counter(5)`, `Counter.zero()`, `Counter.limit`.
extension ClassMembers {
    /// Declares how scripts make an object. With several declarations the first one that takes the arguments is called.
    @inlinable public mutating func constructor<each A: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (repeat each A) throws -> Owner
    ) {
        let function = HostFunction(className) { (_: ClassItself, arguments: repeat each A) in
            try body(repeat each arguments)
        }
        add(constructor: Overload(function, taking: repeat (each A).self), labels)
    }

    /// Declares a function of the class.
    @inlinable public mutating func staticMethod<each A: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        add(staticMethod: name, HostFunction(qualified(name), calling: body))
    }

    /// Declares a function of the class without a result.
    @inlinable public mutating func staticMethod<each A: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> Void
    ) {
        add(staticMethod: name, HostFunction(qualified(name), calling: body))
    }

    /// Declares a value of the class that scripts read.
    @inlinable public mutating func staticProperty<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable () throws -> V
    ) {
        add(staticProperty: name, HostFunction(qualified(name)) { (_: ClassItself) in try get() }, nil)
    }

    /// Declares a value of the class that scripts read and write.
    @inlinable public mutating func staticProperty<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable () throws -> V,
        set: @escaping @Sendable (V) throws -> Void
    ) {
        add(
            staticProperty: name,
            HostFunction(qualified(name)) { (_: ClassItself) in try get() },
            HostFunction(qualified(name)) { (_: ClassItself, value: V) in try set(value) }
        )
    }
}

/// The class on which a constructor was called; there is nothing to know about it.
@frozen @usableFromInline struct ClassItself: Convertible {
    @inlinable init() {}

    @inlinable static func read(from reader: ValueReader) throws -> ClassItself { ClassItself() }

    @usableFromInline func write(to writer: ValueWriter) throws { try writer.sink.writeNull(at: writer.slot) }

    @usableFromInline static var shape: ValueShape { .anything }
}
