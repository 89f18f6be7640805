public import MoonwireValues

// A property that is a slot: `Property("serial", \.$serial)`. Under any exposed name, reading and writing throw where the property
// itself would end the program.

extension Property where Owner: AnyObject {
    /// Exposes an ``Injected`` or a ``Lazy`` slot.
    public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, SlotAccess<V>> & Sendable
    ) {
        let path = keyPath()
        self.init(name, get: { try $0[keyPath: path].get() }, set: { $0[keyPath: path].assign($1) })
    }

    /// Exposes an ``Injected`` or a ``Lazy`` slot.
    @_disfavoredOverload public init<V>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, SlotAccess<V>> & Sendable
    ) {
        let path = keyPath()
        self.init(name, get: { try $0[keyPath: path].get() }, set: { $0[keyPath: path].assign($1) })
    }

    /// Exposes a ``Final`` slot, which a script can assign once.
    public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, Final<V>.Access> & Sendable
    ) {
        let path = keyPath()
        self.init(name, get: { try $0[keyPath: path].get() }, set: { try $0[keyPath: path].assign($1) })
    }

    /// Exposes a ``Final`` slot, which a script can assign once.
    @_disfavoredOverload public init<V>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, Final<V>.Access> & Sendable
    ) {
        let path = keyPath()
        self.init(name, get: { try $0[keyPath: path].get() }, set: { try $0[keyPath: path].assign($1) })
    }

    /// Exposes a ``Preference``; a value that is not valid is an error.
    public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, Preference<V>.Access> & Sendable
    ) {
        let path = keyPath()
        self.init(name, get: { try $0[keyPath: path].get() }, set: { try $0[keyPath: path].set($1) })
    }
}
