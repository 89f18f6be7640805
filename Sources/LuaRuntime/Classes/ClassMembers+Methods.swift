public import MoonwireValues

/// Methods: `object:name(…)`. The labels are for messages: `bad argument 1 ("amount") to "Counter.add"`.
///
/// Separate overloads for few arguments: the compiler does not specialize parameter packs.
extension ClassMembers {
    /// Declares a method.
    @inlinable public mutating func method<R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (Owner) throws -> R
    ) {
        add(method: name, [], HostFunction(qualified(name), calling: body))
    }

    /// Declares a method without a result.
    @inlinable public mutating func method(
        _ name: String,
        calling body: @escaping @Sendable (Owner) throws -> Void
    ) {
        add(method: name, [], HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of one argument.
    @inlinable public mutating func method<A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of one argument and without a result.
    @inlinable public mutating func method<A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of two arguments.
    @inlinable public mutating func method<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A, B) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of two arguments and without a result.
    @inlinable public mutating func method<A: Convertible, B: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A, B) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of any count of arguments.
    @inlinable public mutating func method<each A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method of any count of arguments and without a result.
    @inlinable public mutating func method<each A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method that changes a struct in place; see ``MutableBox``.
    @inlinable public mutating func mutating<each A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (inout Owner, repeat each A) throws -> R
    ) {
        let function = HostFunction(qualified(name)) { (box: MutableBox<Owner>, arguments: repeat each A) in
            try box.change { try body(&$0, repeat each arguments) }
        }
        add(method: name, labels, function)
    }

    /// Declares a method without a result that changes a struct in place; see ``MutableBox``.
    @inlinable public mutating func mutating<each A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (inout Owner, repeat each A) throws -> Void
    ) {
        let function = HostFunction(qualified(name)) { (box: MutableBox<Owner>, arguments: repeat each A) in
            try box.change { try body(&$0, repeat each arguments) }
        }
        add(method: name, labels, function)
    }
}
