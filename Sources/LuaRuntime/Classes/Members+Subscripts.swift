public import MoonwireValues

/// Elements: `object[key]`, and `object[key] = value` for those that can be written.
///
/// With ``HostClass/Operator/length`` and `pairs`, an object is a live view of a Swift collection. Members have precedence.
extension HostClass.Members {
    /// Declares elements that scripts can read.
    ///
    /// - Parameter get: Returns the element for a key.
    @inlinable public mutating func `subscript`<K: Convertible, V: Convertible>(
        get: @escaping @Sendable (Owner, K) throws -> V
    ) {
        set(subscripts: Subscripts(HostFunction(qualified("[]"), calling: get), nil))
    }

    /// Declares elements of a class that scripts can read and write.
    ///
    /// - Parameters:
    ///   - get: Returns the element for a key.
    ///   - set: Sets the element for a key.
    @inlinable public mutating func `subscript`<K: Convertible, V: Convertible>(
        get: @escaping @Sendable (Owner, K) throws -> V,
        set: @escaping @Sendable (Owner, K, V) throws -> Void
    ) {
        let getter = HostFunction(qualified("[]"), calling: get)
        self.set(subscripts: Subscripts(getter, HostFunction(qualified("[]"), calling: set)))
    }
}

/// The functions for keys that are not members.
@usableFromInline struct Subscripts: Sendable {
    private let getter: HostFunction
    private let setter: HostFunction?

    @usableFromInline init(_ getter: HostFunction, _ setter: HostFunction?) {
        self.getter = getter
        self.setter = setter
    }

    /// A function that calls `other` for a key of another type, and for a write without a setter.
    func handler(orElse other: HostFunction) -> HostFunction {
        let handler = HostFunction(name: getter.name) { [self] call in
            guard let function = call.count > 2 ? setter : getter else { return try other.body(call) }
            do { return try function.body(call) } catch let error as BadArgument where error.position == 2 {
                return try other.body(call)
            }
        }
        return HostFunction(handler, as: .method, labels: ["key", "value"])
    }
}
