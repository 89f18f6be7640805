public import MoonwireValues

/// An argument that conforms to a protocol: an object, or a table that an adapter wraps.
///
///     let welcome = HostFunction("welcome") { ($greeter: LuaAdapted<any Greeter>) in try greeter.greet("you") }
///     try lua.setGlobal("welcome", to: welcome)
///     try lua.run("welcome { greet = function(name) return 'hello ' .. name end }", name: "w.lua")
///
/// With the `$`, the closure parameter is the value itself. Without it, the value is ``wrappedValue``, which wraps a table again each
/// time: keep it. The interpreter needs a ``LuaAdapter`` to accept tables. Passed to scripts again, a wrapped table is that table.
@propertyWrapper public struct LuaAdapted<Interface> {
    fileprivate enum Content {
        case value(Interface)
        /// Not wrapped yet: arguments are read with the lock held, and code of the application must not run then.
        case table(LuaTable, LuaAdapter<Interface>)
        case made(Interface, LuaTable)
    }

    private let content: Content

    /// Creates an argument from a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Interface) {
        content = .value(wrappedValue)
    }

    /// Wraps a table.
    ///
    /// - Parameter projectedValue: The argument.
    public init(projectedValue: LuaAdapted) {
        if case .table(let table, let adapter) = projectedValue.content {
            content = .made(adapter.make(table), table)
        } else {
            content = projectedValue.content
        }
    }

    private init(_ table: LuaTable, _ adapter: LuaAdapter<Interface>) {
        content = .table(table, adapter)
    }

    /// The value.
    ///
    /// A table is wrapped again each time.
    public var wrappedValue: Interface {
        switch content {
        case .value(let value), .made(let value, _): value
        case .table(let table, let adapter): adapter.make(table)
        }
    }

    /// The argument.
    public var projectedValue: LuaAdapted { self }
}

extension LuaAdapted: Sendable where Interface: Sendable {}
extension LuaAdapted.Content: Sendable where Interface: Sendable {}

extension LuaAdapted: Convertible {
    /// Reads an argument.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The argument.
    /// - Throws: ``ConversionError`` for a value that does not conform, and for a table without an adapter or without a function.
    public static func read(from reader: ValueReader) throws -> LuaAdapted {
        if let stack = reader.source as? LuaStack, stack.luaType(at: reader.position) == .table {
            return try adapt(stack.table(at: reader.position), stack)
        }
        guard try reader.kind == .object else { throw mismatch(try reader.described(reader.kind)) }
        let object = try reader.object()
        guard let value = unboxed(try (object as? any AnyHostBox)?.copy() ?? object, as: Interface.self) else {
            throw mismatch(typeName(type(of: object)))
        }
        return LuaAdapted(wrappedValue: value)
    }

    private static func adapt(_ table: LuaTable, _ stack: LuaStack) throws -> LuaAdapted {
        guard
            let adapter = stack.interpreter.registry.adapters[ObjectIdentifier(Interface.self)]
                as? LuaAdapter<Interface>
        else {
            throw mismatch("a table, for which no adapter is registered")
        }
        try adapter.check(table)
        return LuaAdapted(table, adapter)
    }

    private static func mismatch(_ found: String) -> ConversionError {
        ConversionError(.kind(expected: interfaceName(Interface.self), found: found))
    }

    /// Writes the value, or the table that it wraps.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the destination does not accept the value.
    public func write(to writer: ValueWriter) throws {
        switch content {
        case .table(let table, _), .made(_, let table): try table.write(to: writer)
        case .value(let value as any Convertible): try value.write(to: writer)
        case .value(let value): try writer.sink.write(object: boxed(value), at: writer.slot)
        }
    }

    /// The shape of the protocol.
    public static var shape: ValueShape { .object(interfaceName(Interface.self)) }
}
