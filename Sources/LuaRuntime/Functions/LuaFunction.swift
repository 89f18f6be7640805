public import CLuaShim
public import MoonwireValues

/// A Lua function that Swift keeps.
///
///     let double = try lua.evaluate("return function(n) return 2 * n end", name: "d.lua", as: LuaFunction.self)
///     let four = try double.call(2, as: Int.self)
///
/// Any thread can call and release it. The function keeps its interpreter alive.
public final class LuaFunction: Sendable {
    /// The interpreter of the function.
    public let interpreter: Interpreter
    @usableFromInline let slot: Int32
    /// The number of a parallel function; zero for any other.
    let parallelNumber: Int32
    /// What runs a parallel function; the interpreter keeps it, so that calls need not count references.
    let parallel: Unmanaged<ParallelFunctions>?
    /// Counts the calls; nil if nobody measures them.
    let counter: FunctionCounter?
    /// Whether calls do more than enter the interpreter.
    @usableFromInline let isSpecial: Bool

    init(interpreter: Interpreter, slot: Int32, parallelNumber: Int32, counter: FunctionCounter?) {
        self.interpreter = interpreter
        self.slot = slot
        self.parallelNumber = parallelNumber
        parallel = parallelNumber > 0 ? interpreter.parallel.map(Unmanaged.passUnretained) : nil
        self.counter = counter
        isSpecial = parallelNumber > 0 || counter != nil
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// Calls the function with the arguments that `push` pushes, and reads its results, which begin at a base.
    @inlinable package func call<R>(
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

    /// Enters, and pushes the function, so that its arguments can follow.
    @inlinable @inline(__always) func begin() throws -> Unmanaged<LuaStack> {
        try isSpecial ? beginSpecially() : beginHere()
    }

    @inlinable @inline(__always) func beginHere() throws -> Unmanaged<LuaStack> {
        let stack = try interpreter.enter()
        stack._withUnsafeGuaranteedRef { mw_push_kept($0.thread, slot) }
        return stack
    }

    @inlinable @inline(__always) func end(_ stack: Unmanaged<LuaStack>) {
        if isSpecial { endSpecially(stack) } else { interpreter.leave(stack) }
    }

    /// The line where the function begins; nil for a function that is not a script's.
    public var definedAt: ScriptLocation? { lines?.first }

    /// The number of the line where the function ends.
    package var lastLine: Int? { lines?.last }

    /// The line where the function begins, and the number of the line where it ends.
    var lines: (first: ScriptLocation, last: Int)? {
        try? interpreter.withStack { stack in
            mw_push_kept(stack.thread, slot)
            return stack.lines(at: 1)
        }
    }

    /// The number of named parameters, and whether it takes more arguments; nil for a function that is not a script's.
    package var parameters: (count: Int, isVariadic: Bool)? {
        try? interpreter.withStack { stack in
            mw_push_kept(stack.thread, slot)
            return stack.parameters(at: 1)
        }
    }

    func push(on stack: LuaStack) {
        mw_push_kept(stack.thread, slot)
    }
}

extension LuaFunction: Convertible {
    /// Reads a function.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The function.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> LuaFunction {
        switch try reader.kind {
        // A service can be a function, too.
        case .function, .object:
            if let function = try reader.object() as? LuaFunction { return function }
        default: break
        }
        throw reader.mismatch(.function)
    }

    /// Writes the function.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the function belongs to another interpreter.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    /// The shape of a function.
    public static var shape: ValueShape { .function }
}

extension LuaStack {
    func push(_ function: LuaFunction) throws {
        guard function.interpreter === interpreter else {
            let isRelated = function.interpreter.isRelated(to: interpreter)
            throw ConversionError(.custom(isRelated ? Self.relative : Self.stranger))
        }
        function.push(on: self)
    }

    private static let stranger = "is a function of another interpreter"
    private static let relative = """
        is a function of the scripts, and a parallel function runs in an interpreter of its own: \
        capture the function in the parallel one, instead of passing it
        """
}
