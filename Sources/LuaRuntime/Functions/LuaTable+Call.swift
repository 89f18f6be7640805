internal import CLuaShim
public import MoonwireValues

extension LuaTable {
    /// Calls the function in a field, `table.name(…)`, and reads its first result.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - arguments: The arguments.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError`` when the field does not contain a function, or what the function raises.
    public func call<each A: Convertible, R: Convertible>(
        _ name: String,
        _ arguments: repeat each A,
        as type: R.Type = R.self
    ) throws -> R {
        try perform(name, onItself: false, repeat each arguments) { try R.read(from: $0) }
    }

    /// Calls the function in a field, `table.name(…)`, and ignores its results.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - arguments: The arguments.
    /// - Throws: ``LuaError`` when the field does not contain a function, or what the function raises.
    public func call<each A: Convertible>(_ name: String, _ arguments: repeat each A) throws {
        try perform(name, onItself: false, repeat each arguments) { _ in }
    }

    /// Calls the function in a field with the table as the first argument, `table:name(…)`, and reads its first result.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - arguments: The arguments.
    ///   - type: The type of the result.
    /// - Returns: The first value that the function returns.
    /// - Throws: ``LuaError`` when the field does not contain a function, or what the function raises.
    public func callMethod<each A: Convertible, R: Convertible>(
        _ name: String,
        _ arguments: repeat each A,
        as type: R.Type = R.self
    ) throws -> R {
        try perform(name, onItself: true, repeat each arguments) { try R.read(from: $0) }
    }

    /// Calls the function in a field with the table as the first argument, `table:name(…)`, and ignores its results.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - arguments: The arguments.
    /// - Throws: ``LuaError`` when the field does not contain a function, or what the function raises.
    public func callMethod<each A: Convertible>(_ name: String, _ arguments: repeat each A) throws {
        try perform(name, onItself: true, repeat each arguments) { _ in }
    }

    private func perform<each A: Convertible, R>(
        _ name: String,
        onItself: Bool,
        _ arguments: repeat each A,
        read: (ValueReader) throws -> R
    ) throws -> R {
        try interpreter.withStack { stack in
            try pushField(name, on: stack)
            // Objects and tables may be callable, which only the call shows.
            let type = stack.luaType(at: 1)
            guard type == .function || type == .userdata || type == .table else { throw try noFunction(name, stack) }
            if onItself { push(on: stack) }
            let writer = stack.writer
            for argument in repeat each arguments { try argument.write(to: writer) }
            try stack.run(arguments: stack.top - 1)
            return try read(ValueReader(stack, position: 1))
        }
    }

    private func noFunction(_ name: String, _ stack: LuaStack) throws -> LuaError {
        let found = ValueReader(stack, position: 1)
        let near = try found.isNull ? Suggestions(among: names).nearest(to: name) : []
        let message = "\"\(name)\" is \(try found.described(found.kind)), not a function"
        return LuaError(.runtime, message + alternatives(near))
    }
}
