internal import MoonwireValues

/// Wraps Lua tables in values that conform to a Swift protocol.
///
/// Register an adapter for a protocol, and functions can have ``LuaAdapted`` arguments:
///
///     struct LuaGreeter: Greeter {
///         let table: LuaTable
///         func greet(_ name: String) throws -> String { try table.call("greet", name) }
///     }
///     lua.register(LuaAdapter((any Greeter).self, requires: ["greet"]) { LuaGreeter(table: $0) })
///
/// A table is checked when it is passed to a function: if a function is missing, the call is an error.
public struct LuaAdapter<Interface>: Sendable {
    private let functions: [String]
    /// Wraps a table; code of the application.
    let make: @Sendable (LuaTable) -> Interface

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - interface: The protocol.
    ///   - functions: The fields that must contain functions; inherited ones count.
    ///   - make: Wraps a table that has all of them. It is called when a function that was passed the table runs.
    public init(
        _ interface: Interface.Type,
        requires functions: [String],
        make: @escaping @Sendable (LuaTable) -> Interface
    ) {
        self.functions = functions
        self.make = make
    }

    /// Checks that a table has all functions.
    func check(_ table: LuaTable) throws {
        let faults = try functions.compactMap { try fault(of: table, in: $0) }
        guard faults.isEmpty else { throw try refusal(faults, table) }
    }

    private struct Fault {
        let field: String
        /// The description of the value; nil for a field that is missing.
        let found: String?
    }

    private func fault(of table: LuaTable, in field: String) throws -> Fault? {
        try table.interpreter.withStack { stack in
            try table.pushField(field, on: stack)
            let reader = ValueReader(stack, position: 1)
            let kind = try reader.kind
            if kind == .function { return nil }
            return Fault(field: field, found: kind == .null ? nil : try reader.described(kind))
        }
    }

    private func refusal(_ faults: [Fault], _ table: LuaTable) throws -> ConversionError {
        let sentences = faults.map { fault in
            fault.found.map { "\"\(fault.field)\" is \($0), not a function" }
                ?? "there is no function \"\(fault.field)\""
        }
        let strange = try table.names.filter { !functions.contains($0) }
        let near = faults.compactMap { fault in
            fault.found == nil
                ? Suggestions(among: strange).nearest(to: fault.field).first.map { (fault.field, $0) } : nil
        }
        let hints = near.map { "\n    did you mean \"\($0)\" instead of \"\($1)\"?" }.joined()
        let sentence = "does not provide \(interfaceName(Interface.self)): \(sentences.joined(separator: "; "))"
        return ConversionError(.custom(sentence + hints))
    }
}

/// The name of a protocol: `Greeter` for `any Greeter`.
func interfaceName(_ type: Any.Type) -> String {
    let name = typeName(type)
    return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
}

extension Interpreter {
    /// Registers an adapter, so that tables can be passed as ``LuaAdapted`` arguments.
    ///
    /// It replaces another adapter for the protocol.
    ///
    /// - Parameter adapter: The adapter.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func register<Interface>(_ adapter: LuaAdapter<Interface>) throws {
        // The earlier adapter is released after the interpreter is left.
        _ = try withStack { _ in registry.adapters.updateValue(adapter, forKey: ObjectIdentifier(Interface.self)) }
    }
}
