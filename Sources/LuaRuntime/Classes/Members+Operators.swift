internal import CLuaShim
public import MoonwireValues

/// Operators.
extension HostClass.Members {
    /// Declares a binary operator, one of whose operands is an object of the type.
    ///
    ///     vector.operator(.multiply) { (v: Vector, k: Double) in v.scaled(by: k) }
    ///     vector.operator(.multiply) { (k: Double, v: Vector) in v.scaled(by: k) }
    ///
    /// If there are several declarations of one operator, scripts call the first one that accepts the operands. An object always equals
    /// itself; values that no declaration of ``HostClass/BinaryOperator/equal`` accepts are not equal.
    ///
    /// - Parameters:
    ///   - sign: The operator.
    ///   - body: The operation.
    @inlinable public mutating func `operator`<A: Convertible, B: Convertible, R: Convertible>(
        _ sign: HostClass.BinaryOperator,
        calling body: @escaping @Sendable (A, B) throws -> R
    ) {
        let function = HostFunction(qualified(sign.general.sign), calling: body)
        add(sign.general, Overload(function, taking: A.self, B.self))
    }

    /// Declares a unary operator.
    ///
    /// - Parameters:
    ///   - sign: The operator.
    ///   - body: The operation.
    @inlinable public mutating func `operator`<R: Convertible>(
        _ sign: HostClass.UnaryOperator,
        calling body: @escaping @Sendable (Owner) throws -> R
    ) {
        set(sign.general, HostFunction(qualified(sign.general.sign), calling: body), [])
    }

    /// Declares that scripts can call an object: `object(…)`.
    ///
    /// - Parameters:
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The function.
    @inlinable public mutating func call<each A: Convertible, R: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        set(.call, HostFunction(className, calling: body), labels)
    }

    /// Declares that scripts can call an object, without a result: `object(…)`.
    ///
    /// - Parameters:
    ///   - labels: The labels of the arguments in messages.
    ///   - body: The function.
    @inlinable public mutating func call<each A: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> Void
    ) {
        set(.call, HostFunction(className, calling: body), labels)
    }

    /// Declares the result of `tostring(object)`, which is the name of the class otherwise.
    ///
    /// - Parameter body: Returns the description.
    @inlinable public mutating func description(calling body: @escaping @Sendable (Owner) throws -> String) {
        set(description: HostFunction(qualified("tostring"), calling: body))
    }

    /// Declares the entries that `for key, value in pairs(object)` visits, in the order of the keys.
    ///
    /// - Parameter body: Returns the entries.
    public mutating func pairs<K: Convertible, V: Convertible>(
        calling body: @escaping @Sendable (Owner) throws -> [K: V]
    ) {
        set(.pairs, .iteration(HostFunction(qualified("pairs"), calling: body)), [])
    }

    /// Declares the elements that `for index, value in pairs(object)` visits.
    ///
    /// - Parameter body: Returns the elements.
    public mutating func pairs<V: Convertible>(calling body: @escaping @Sendable (Owner) throws -> [V]) {
        set(.pairs, .iteration(HostFunction(qualified("pairs"), calling: body)), [])
    }

    /// Declares what happens at the end of the block of a `local object <close>`, however it is left.
    ///
    /// Scripts can no longer use the object afterward; see ``Interpreter/destroy(_:)``.
    ///
    /// - Parameter body: Closes the object.
    public mutating func close(calling body: @escaping @Sendable (Owner) throws -> Void) {
        set(.close, .ending(HostFunction(qualified("close"), calling: body)), [])
    }
}

extension HostFunction {
    /// Replaces the table that a function returns by the values with which a loop visits it.
    fileprivate static func iteration(_ function: HostFunction) -> HostFunction {
        HostFunction(name: function.name) { call in
            _ = try function.body(call)
            mw_push_next(call.stack.thread)
            mw_insert(call.stack.thread, mw_top(call.stack.thread) - 1)
            call.stack.pushNil()
            return .values(3)
        }
    }

    /// Takes the object from scripts after the function has run, even if it fails.
    fileprivate static func ending(_ function: HostFunction) -> HostFunction {
        HostFunction(name: function.name) { call in
            defer { call.stack.endObject(at: 1) }
            return try function.body(call)
        }
    }
}
