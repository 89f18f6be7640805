public import MoonwireValues

/// Members of the class itself: `Counter(5)`, `Counter.zero()`, `Counter.limit`.
extension HostClass.Members {
    /// Declares a constructor.
    ///
    /// If there are several, scripts call the first one that accepts the arguments.
    ///
    /// - Parameters:
    ///   - labels: The labels of the arguments in messages.
    ///   - body: Creates an object.
    @inlinable public mutating func constructor<each A: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (repeat each A) throws -> Owner
    ) {
        let function = HostFunction(className) { (_: ClassItself, arguments: repeat each A) in
            try body(repeat each arguments)
        }
        add(constructor: Overload(function, taking: repeat (each A).self), labels)
    }

    /// Declares a static method.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - body: The method.
    @inlinable public mutating func staticMethod<each A: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        add(staticMethod: name, HostFunction(qualified(name), calling: body))
    }

    /// Declares a static method without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - body: The method.
    @inlinable public mutating func staticMethod<each A: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> Void
    ) {
        add(staticMethod: name, HostFunction(qualified(name), calling: body))
    }

    /// Declares a static property that scripts can read.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - get: Returns the value.
    @inlinable public mutating func staticProperty<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable () throws -> V
    ) {
        add(staticProperty: name, HostFunction(qualified(name)) { (_: ClassItself) in try get() }, nil)
    }

    /// Declares a static property that scripts can read and write.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - get: Returns the value.
    ///   - set: Sets the value.
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

/// The class as the receiver of a constructor, which does not use it.
@frozen @usableFromInline struct ClassItself: Convertible {
    @inlinable init() {}

    @inlinable static func read(from reader: ValueReader) throws -> ClassItself { ClassItself() }

    @usableFromInline func write(to writer: ValueWriter) throws { try writer.sink.writeNull(at: writer.slot) }

    @usableFromInline static var shape: ValueShape { .anything }
}
