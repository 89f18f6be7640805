import CLuaShim
public import MoonwireValues

/// A function of Lua, kept for calls from any thread of Swift.
///
/// `let area = try add.call(2, 3, as: Int.self)`
public final class LuaFunction: Sendable {
    let interpreter: Interpreter
    let reference: Int32
    /// Where the function was written; nil for one of Swift or of Lua's libraries.
    public let definedAt: ScriptLocation?

    init(_ interpreter: Interpreter, _ reference: Int32, _ location: ScriptLocation?) {
        self.interpreter = interpreter
        self.reference = reference
        definedAt = location
    }

    deinit {
        interpreter.drop(reference)
    }

    /// Calls the function, and reads its first result.
    public func call<each A: Convertible, R: Convertible>(_ arguments: repeat each A, as type: R.Type = R.self) throws
        -> R
    {
        try call { stack in
            var count = 0
            for argument in repeat each arguments {
                try argument.write(to: ValueWriter(stack, slot: 0))
                count += 1
            }
            return count
        } read: { stack, base, count in
            if count == 0 { stack.pushNil() }
            return try R.read(from: ValueReader(stack, position: base))
        }
    }

    /// Calls the function, and passes over whatever it returns.
    public func call<each A: Convertible>(_ arguments: repeat each A) throws {
        try call { stack in
            var count = 0
            for argument in repeat each arguments {
                try argument.write(to: ValueWriter(stack, slot: 0))
                count += 1
            }
            return count
        } read: { _, _, _ in
        }
    }

    /// Calls the function with what `push` leaves on the stack, and reads the results from where they begin.
    package func call<R>(
        push: (LuaStack) throws -> Int, read: (LuaStack, _ base: Int, _ count: Int) throws -> R
    ) throws -> R {
        try interpreter.enter { entry in
            mw_push_reference(entry.stack.thread, reference)
            return try entry.run(push: push, read: read)
        }
    }
}

extension LuaFunction: Convertible {
    public static func read(from reader: ValueReader) throws -> LuaFunction {
        guard let function = try reader.source.object(at: reader.position) as? LuaFunction else {
            throw reader.mismatch(.function)
        }
        return function
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { .object("LuaFunction") }
}
