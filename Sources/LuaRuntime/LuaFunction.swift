internal import CLuaShim
public import MoonwireValues

/// A Lua function that Swift keeps. The interpreter lives as long as its last function.
///
///     let double = try lua.evaluate("return function(n) return 2 * n end", name: "d.lua", as: LuaFunction.self)
///     let four = try double.call(2, as: Int.self)
public final class LuaFunction: Sendable {
    public let interpreter: Interpreter
    private let slot: Int32

    init(interpreter: Interpreter, slot: Int32) {
        self.interpreter = interpreter
        self.slot = slot
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// Calls the function and reads its first result.
    public func call<each A: Convertible, R: Convertible>(_ arguments: repeat each A, as: R.Type = R.self) throws -> R {
        try call { stack in
            var count = 0
            for argument in repeat each arguments {
                try argument.write(to: ValueWriter(stack, slot: 0))
                count += 1
            }
            return count
        } read: { stack, base, _ in
            try R.read(from: ValueReader(stack, position: base))
        }
    }

    /// Calls the function for what it does.
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

    /// Calls the function with what `push` puts on the stack, and reads its results, which lie from a base on.
    package func call<R>(
        push: (LuaStack) throws -> Int,
        read: (LuaStack, _ base: Int, _ count: Int) throws -> R
    ) throws -> R {
        let stack = try interpreter.enter()
        defer { interpreter.leave(stack) }
        mw_push_kept(stack.thread, slot)
        try stack.run(arguments: try push(stack))
        return try read(stack, 1, Int(mw_top(stack.thread)))
    }

    /// The line where the function begins; nil for one that is not written in a script.
    public var definedAt: ScriptLocation? {
        try? interpreter.withStack { stack in
            mw_push_kept(stack.thread, slot)
            return stack.source(at: 1)
        }
    }

    func push(on stack: LuaStack) {
        mw_push_kept(stack.thread, slot)
    }
}

extension LuaFunction: Convertible {
    public static func read(from reader: ValueReader) throws -> LuaFunction {
        guard try reader.kind == .function, let function = try reader.object() as? LuaFunction else {
            throw reader.mismatch(.function)
        }
        return function
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { .object("function") }
}

extension LuaStack {
    func push(_ function: LuaFunction) throws {
        guard function.interpreter === interpreter else {
            throw ConversionError(.custom("is a function of another interpreter"))
        }
        function.push(on: self)
    }
}
