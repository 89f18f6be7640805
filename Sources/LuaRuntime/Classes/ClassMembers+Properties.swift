public import MoonwireValues

/// Properties: `object.name`, and `object.name = value` for those that can be written.
///
/// Key paths are evaluated for each use: one that has no other is turned into the access itself by the compiler.
extension ClassMembers {
    /// Declares a property that scripts read.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any KeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        property(name, get: { $0[keyPath: path] })
    }

    /// Declares a property of a class that scripts read and write.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        property(name, get: { $0[keyPath: readPath] }, set: { $0[keyPath: writePath] = $1 })
    }

    /// Declares a property of a struct that scripts read, and write in place; see ``MutableBox``.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any WritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        let getter = HostFunction(qualified(name)) { (owner: Owner) in owner[keyPath: readPath] }
        let setter = HostFunction(qualified(name)) { (box: MutableBox<Owner>, value: V) in
            try box.change { $0[keyPath: writePath] = value }
        }
        add(property: name, getter, setter)
    }

    /// Declares a property that scripts read.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable (Owner) throws -> V
    ) {
        add(property: name, HostFunction(qualified(name), calling: get), nil)
    }

    /// Declares a property of a class that scripts read and write.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable (Owner) throws -> V,
        set: @escaping @Sendable (Owner, V) throws -> Void
    ) {
        add(property: name, HostFunction(qualified(name), calling: get), HostFunction(qualified(name), calling: set))
    }
}
