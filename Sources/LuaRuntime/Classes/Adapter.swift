internal import MoonwireValues

/// Lets a Lua table stand for a Swift protocol.
///
/// An application writes one for a protocol, registers it, and takes ``Adapted`` arguments from then on:
///
///     struct LuaGreeter: Greeter {
///         let table: LuaTable
///         func greet(_ name: String) throws -> String { try table.call("greet", name) }
///     }
///     lua.register(Adapter((any Greeter).self, requires: ["greet"]) { LuaGreeter(table: $0) })
///
/// A table is looked through when it is handed over: one that lacks a function is refused there, not when it is needed.
public struct Adapter<Interface>: Sendable {
    private let functions: [String]
    /// Code of the application.
    let make: @Sendable (LuaTable) -> Interface

    /// - Parameters:
    ///   - functions: The fields that must hold functions; inherited ones count.
    ///   - make: Wraps a table that has them all. It is called when a function runs that takes the table.
    public init(
        _ interface: Interface.Type,
        requires functions: [String],
        make: @escaping @Sendable (LuaTable) -> Interface
    ) {
        self.functions = functions
        self.make = make
    }

    /// Looks whether a table has all that it must have.
    func check(_ table: LuaTable) throws {
        let faults = try functions.compactMap { try fault(of: table, in: $0) }
        guard faults.isEmpty else { throw try refusal(faults, table) }
    }

    private struct Fault {
        let field: String
        /// What is there instead, in words; nil for a field that is missing.
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
    /// Lets tables stand for a protocol wherever a function takes it ``Adapted``; another adapter for it is replaced.
    public func register<Interface>(_ adapter: Adapter<Interface>) throws {
        // The former one goes after the interpreter is left.
        _ = try withStack { _ in adapters.updateValue(adapter, forKey: ObjectIdentifier(Interface.self)) }
    }
}
