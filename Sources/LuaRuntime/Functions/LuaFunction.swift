public import CLuaShim
public import MoonwireValues

/// A Lua function that Swift keeps. The interpreter lives as long as its last function.
///
///     let double = try lua.evaluate("return function(n) return 2 * n end", name: "d.lua", as: LuaFunction.self)
///     let four = try double.call(2, as: Int.self)
public final class LuaFunction: Sendable {
    public let interpreter: Interpreter
    @usableFromInline let slot: Int32

    init(interpreter: Interpreter, slot: Int32) {
        self.interpreter = interpreter
        self.slot = slot
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// Calls the function with what `push` puts on the stack, and reads its results, which lie from a base on.
    package func call<R>(
        push: (LuaStack) throws -> Int,
        read: (LuaStack, _ base: Int, _ count: Int) throws -> R
    ) throws -> R {
        let entered = try begin()
        defer { end(entered) }
        return try entered._withUnsafeGuaranteedRef { stack in
            try stack.run(arguments: try push(stack))
            return try read(stack, 1, Int(mw_top(stack.thread)))
        }
    }

    /// Enters, and puts the function where its arguments follow.
    @inlinable @inline(__always) func begin() throws -> Unmanaged<LuaStack> {
        let stack = try interpreter.enter()
        stack._withUnsafeGuaranteedRef { mw_push_kept($0.thread, slot) }
        return stack
    }

    @inlinable @inline(__always) func end(_ stack: Unmanaged<LuaStack>) { interpreter.leave(stack) }

    /// The line where the function begins; nil for one that is not written in a script.
    public var definedAt: ScriptLocation? { lines?.first }

    /// The number of the line where the function ends.
    package var lastLine: Int? { lines?.last }

    /// Both.
    var lines: (first: ScriptLocation, last: Int)? {
        try? interpreter.withStack { stack in
            mw_push_kept(stack.thread, slot)
            return stack.lines(at: 1)
        }
    }

    func push(on stack: LuaStack) {
        mw_push_kept(stack.thread, slot)
    }
}

extension LuaFunction: Convertible {
    public static func read(from reader: ValueReader) throws -> LuaFunction {
        switch try reader.kind {
        // A service may be a function as well.
        case .function, .object:
            if let function = try reader.object() as? LuaFunction { return function }
        default: break
        }
        throw reader.mismatch(.function)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { .function }
}

extension LuaStack {
    func push(_ function: LuaFunction) throws {
        guard function.interpreter === interpreter else {
            throw ConversionError(.custom("is a function of another interpreter"))
        }
        function.push(on: self)
    }
}
