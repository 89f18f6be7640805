public import MoonwireValues

/// Properties: `object.name`, and `object.name = value` for those that can be written.
///
/// Each key path is evaluated for a single use, so that the compiler can replace it by a direct access.
extension HostClass.Members {
    /// Declares a property that scripts can read.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keyPath: The property.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any KeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        property(name, get: { $0[keyPath: path] })
    }

    /// Declares a property of a class that scripts can read and write.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keyPath: The property.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        property(name, get: { $0[keyPath: readPath] }, set: { $0[keyPath: writePath] = $1 })
    }

    /// Declares a property of a struct that scripts can read, and write in place.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - keyPath: The property.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure () -> any WritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        let getter = HostFunction(qualified(name)) { (owner: Owner) in owner[keyPath: readPath] }
        let setter = HostFunction(qualified(name)) { (box: HostBox<Owner>, value: V) in
            try box.change { $0[keyPath: writePath] = value }
        }
        add(property: name, getter, setter)
    }

    /// Declares a property that scripts can read.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - get: Returns the value.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable (Owner) throws -> V
    ) {
        add(property: name, HostFunction(qualified(name), calling: get), nil)
    }

    /// Declares a property of a class that scripts can read and write.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - get: Returns the value.
    ///   - set: Sets the value.
    @inlinable public mutating func property<V: Convertible>(
        _ name: String,
        get: @escaping @Sendable (Owner) throws -> V,
        set: @escaping @Sendable (Owner, V) throws -> Void
    ) {
        add(property: name, HostFunction(qualified(name), calling: get), HostFunction(qualified(name), calling: set))
    }
}
