public import MoonwireValues

/// An argument that is something of a protocol: an object that conforms to it, or a table that stands for it.
///
///     let welcome = HostFunction("welcome") { ($greeter: Adapted<any Greeter>) in try greeter.greet("you") }
///     try lua.setGlobal("welcome", function: welcome)
///     try lua.run("welcome { greet = function(name) return 'hello ' .. name end }", name: "w.lua")
///
/// With the `$` the closure has the value itself at hand. Without it the value is ``wrappedValue``, which is made anew for a
/// table each time: keep it. The interpreter needs an ``Adapter`` to take tables. Handed back to scripts, what came as a table
/// is that table.
@propertyWrapper public struct Adapted<Interface> {
    fileprivate enum Content {
        case value(Interface)
        /// Not made yet: arguments are read with the interpreter held, which code of the application must not find so.
        case table(LuaTable, Adapter<Interface>)
        case made(Interface, LuaTable)
    }

    private let content: Content

    public init(wrappedValue: Interface) {
        content = .value(wrappedValue)
    }

    public init(projectedValue: Adapted) {
        if case .table(let table, let adapter) = projectedValue.content {
            content = .made(adapter.make(table), table)
        } else {
            content = projectedValue.content
        }
    }

    private init(_ table: LuaTable, _ adapter: Adapter<Interface>) {
        content = .table(table, adapter)
    }

    public var wrappedValue: Interface {
        switch content {
        case .value(let value), .made(let value, _): value
        case .table(let table, let adapter): adapter.make(table)
        }
    }

    public var projectedValue: Adapted { self }
}

extension Adapted: Sendable where Interface: Sendable {}
extension Adapted.Content: Sendable where Interface: Sendable {}

extension Adapted: Convertible {
    public static func read(from reader: ValueReader) throws -> Adapted {
        if let stack = reader.source as? LuaStack, stack.luaType(at: reader.position) == .table {
            return try adapt(stack.table(at: reader.position), stack)
        }
        guard try reader.kind == .object else { throw mismatch(try reader.described(reader.kind)) }
        let object = try reader.object()
        guard let value = unboxed(try (object as? any AnyMutableBox)?.copy() ?? object, as: Interface.self) else {
            throw mismatch(typeName(type(of: object)))
        }
        return Adapted(wrappedValue: value)
    }

    private static func adapt(_ table: LuaTable, _ stack: LuaStack) throws -> Adapted {
        guard let adapter = stack.interpreter.adapters[ObjectIdentifier(Interface.self)] as? Adapter<Interface> else {
            throw mismatch("a table, for which no adapter is registered")
        }
        try adapter.check(table)
        return Adapted(table, adapter)
    }

    private static func mismatch(_ found: String) -> ConversionError {
        ConversionError(.kind(expected: interfaceName(Interface.self), found: found))
    }

    public func write(to writer: ValueWriter) throws {
        switch content {
        case .table(let table, _), .made(_, let table): try table.write(to: writer)
        case .value(let value as any Convertible): try value.write(to: writer)
        case .value(let value): try writer.sink.write(object: boxed(value), at: writer.slot)
        }
    }

    public static var shape: ValueShape { .object(interfaceName(Interface.self)) }
}
