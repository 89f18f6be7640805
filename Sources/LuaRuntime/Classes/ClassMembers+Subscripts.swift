public import MoonwireValues

/// Elements: `object[key]`, and `object[key] = value` for those that can be written.
///
/// With ``ObjectClass/Operator/length`` and `pairs` an object is a live view of a Swift collection. Members go first.
extension ClassMembers {
    /// Declares elements that scripts read.
    @inlinable public mutating func `subscript`<K: Convertible, V: Convertible>(
        get: @escaping @Sendable (Owner, K) throws -> V
    ) {
        set(subscripts: Subscripts(HostFunction(qualified("[]"), calling: get), nil))
    }

    /// Declares elements of a class that scripts read and write.
    @inlinable public mutating func `subscript`<K: Convertible, V: Convertible>(
        get: @escaping @Sendable (Owner, K) throws -> V,
        set: @escaping @Sendable (Owner, K, V) throws -> Void
    ) {
        let getter = HostFunction(qualified("[]"), calling: get)
        self.set(subscripts: Subscripts(getter, HostFunction(qualified("[]"), calling: set)))
    }
}

/// What answers for keys that are no members.
@usableFromInline struct Subscripts: Sendable {
    private let getter: HostFunction
    private let setter: HostFunction?

    @usableFromInline init(_ getter: HostFunction, _ setter: HostFunction?) {
        self.getter = getter
        self.setter = setter
    }

    /// A key that is of another type goes to `other`, and so does a write where there is nothing to write.
    func handler(elsewise other: HostFunction) -> HostFunction {
        let handler = HostFunction(name: getter.name) { [self] call in
            guard let function = call.count > 2 ? setter : getter else { return try other.body(call) }
            do { return try function.body(call) } catch let error as BadArgument where error.position == 2 {
                return try other.body(call)
            }
        }
        return HostFunction(handler, as: .method, labels: ["key", "value"])
    }
}
