internal import CLuaShim
public import MoonwireValues

/// What scripts write with operators.
extension ClassMembers {
    /// Declares an operator between two operands, one of which is an object of the type.
    ///
    /// With several declarations of one operator the first one that takes the operands is called. Two values that are the
    /// same object are equal without asking; values that no declaration of ``BinaryOperator/equal`` takes are not.
    ///
    ///     vector.operator(.multiply) { (v: Vector, k: Double) in v.scaled(by: k) }
    ///     vector.operator(.multiply) { (k: Double, v: Vector) in v.scaled(by: k) }
    @inlinable public mutating func `operator`<A: Convertible, B: Convertible, R: Convertible>(
        _ sign: BinaryOperator,
        calling body: @escaping @Sendable (A, B) throws -> R
    ) {
        let function = HostFunction(qualified(sign.general.sign), calling: body)
        add(sign.general, Overload(function, taking: A.self, B.self))
    }

    /// Declares an operator before one operand.
    @inlinable public mutating func `operator`<R: Convertible>(
        _ sign: UnaryOperator,
        calling body: @escaping @Sendable (Owner) throws -> R
    ) {
        set(sign.general, HostFunction(qualified(sign.general.sign), calling: body), [])
    }

    /// Declares what `object(…)` does.
    @inlinable public mutating func call<each A: Convertible, R: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> R
    ) {
        set(.call, HostFunction(className, calling: body), labels)
    }

    /// Declares what `object(…)` does, which has no result.
    @inlinable public mutating func call<each A: Convertible>(
        _ labels: String...,
        calling body: @escaping @Sendable (Owner, repeat each A) throws -> Void
    ) {
        set(.call, HostFunction(className, calling: body), labels)
    }

    /// Declares what `tostring(object)` gives; the name of the class without it.
    @inlinable public mutating func description(calling body: @escaping @Sendable (Owner) throws -> String) {
        set(description: HostFunction(qualified("tostring"), calling: body))
    }

    /// Declares what `for key, value in pairs(object)` goes through: the entries of a dictionary in the order of the keys.
    public mutating func pairs<K: Convertible, V: Convertible>(
        calling body: @escaping @Sendable (Owner) throws -> [K: V]
    ) {
        set(.pairs, .walk(HostFunction(qualified("pairs"), calling: body)), [])
    }

    /// Declares what `for index, value in pairs(object)` goes through: the elements of an array.
    public mutating func pairs<V: Convertible>(calling body: @escaping @Sendable (Owner) throws -> [V]) {
        set(.pairs, .walk(HostFunction(qualified("pairs"), calling: body)), [])
    }

    /// Declares what happens at the end of the block of a `local object <close>`, by whatever way it is left. After that
    /// scripts do not have the object any more; see ``Interpreter/destroy(_:)``.
    public mutating func close(calling body: @escaping @Sendable (Owner) throws -> Void) {
        set(.close, .ending(HostFunction(qualified("close"), calling: body)), [])
    }
}

extension HostFunction {
    /// Makes a function whose result is a table give what a loop goes through the table with.
    fileprivate static func walk(_ function: HostFunction) -> HostFunction {
        HostFunction(name: function.name) { call in
            _ = try function.body(call)
            mw_push_next(call.stack.thread)
            mw_insert(call.stack.thread, mw_top(call.stack.thread) - 1)
            call.stack.pushNil()
            return .values(3)
        }
    }

    /// Takes the object from scripts once the function has run, even if it fails.
    fileprivate static func ending(_ function: HostFunction) -> HostFunction {
        HostFunction(name: function.name) { call in
            defer { call.stack.endObject(at: 1) }
            return try function.body(call)
        }
    }
}
