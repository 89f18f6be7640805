public import MoonwireValues

/// Methods: `object:name(…)`. Messages show the labels: `bad argument 1 ("amount") to "Counter.add"`.
///
/// There are overloads for few arguments: the compiler specializes them, but not parameter packs.
extension HostClass.Members {
    /// Declares a method.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - body: The method.
    @inlinable public mutating func method<R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (Owner) throws -> R
    ) {
        add(method: name, [], HostFunction(qualified(name), calling: body))
    }

    /// Declares a method without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - body: The method.
    @inlinable public mutating func method(
        _ name: String,
        calling body: @escaping @Sendable (Owner) throws -> Void
    ) {
        add(method: name, [], HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with one argument.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with one argument and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with two arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<A: Convertible, B: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A, B) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with two arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<A: Convertible, B: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, A, B) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with any number of arguments.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<each A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method with any number of arguments and without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func method<each A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> Void
    ) {
        add(method: name, labels, HostFunction(qualified(name), calling: body))
    }

    /// Declares a method that changes a struct in place.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func mutating<each A: Convertible, R: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (inout Owner, repeat each A) throws -> R
    ) {
        let function = HostFunction(qualified(name)) { (box: HostBox<Owner>, arguments: repeat each A) in
            try box.change { try body(&$0, repeat each arguments) }
        }
        add(method: name, labels, function)
    }

    /// Declares a method without a result that changes a struct in place.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The method.
    @inlinable public mutating func mutating<each A: Convertible>(
        _ name: String,
        _ labels: String...,
        calling body: @escaping @Sendable (inout Owner, repeat each A) throws -> Void
    ) {
        let function = HostFunction(qualified(name)) { (box: HostBox<Owner>, arguments: repeat each A) in
            try box.change { try body(&$0, repeat each arguments) }
        }
        add(method: name, labels, function)
    }
}
