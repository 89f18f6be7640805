internal import CLuaShim
public import MoonwireValues

/// A coroutine of a script that Swift keeps and resumes.
///
///     let source = "return function(n) for i = 1, n do coroutine.yield(i) end end"
///     let count = try LuaCoroutine(lua.evaluate(source, name: "count.lua"))
///     while let number = try count.next(3, as: Int.self) { print(number) }
///
/// Each resume is an entry with its own budget. The coroutine keeps its interpreter alive.
public final class LuaCoroutine: Sendable {
    /// The state of a coroutine.
    public enum Status: Sendable, Hashable {
        /// The coroutine has not begun, or has yielded.
        case suspended
        /// The coroutine runs, has resumed another one, or awaits something.
        case active
        /// The coroutine has returned, failed, or been closed.
        case finished
    }

    /// The interpreter of the coroutine.
    public let interpreter: Interpreter
    private let slot: Int32

    /// Creates a coroutine that will run a function, whose arguments are those of the first resume.
    ///
    /// - Parameter function: The function.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public convenience init(_ function: LuaFunction) throws {
        let slot = try function.interpreter.withStack { stack in
            function.push(on: stack)
            mw_new_coroutine(stack.thread)
            return mw_keep(stack.thread)
        }
        self.init(interpreter: function.interpreter, slot: slot)
    }

    init(interpreter: Interpreter, slot: Int32) {
        self.interpreter = interpreter
        self.slot = slot
    }

    deinit { mw_release_kept(interpreter.state, slot) }

    /// The state of the coroutine.
    public var status: Status {
        get throws { try interpreter.withStack { stack in status(stack) } }
    }

    /// Resumes the coroutine and reads the first value that it yields or returns.
    ///
    /// - Parameters:
    ///   - arguments: The results of `coroutine.yield`, or the arguments of the function at the first resume.
    ///   - type: The type of the value.
    /// - Returns: The first value.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func resume<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A, as type: R.Type = R.self
    ) throws -> R {
        try interpreter.withStack { stack in
            try resume(stack, repeat each arguments)
            return try value(on: stack)
        }
    }

    /// Resumes the coroutine and ignores the values that it yields or returns.
    ///
    /// - Parameter arguments: The results of `coroutine.yield`, or the arguments of the function at the first resume.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func resume<each A: Convertible>(_ arguments: repeat each A) throws {
        try interpreter.withStack { stack in try resume(stack, repeat each arguments) }
    }

    /// Resumes the coroutine and reads the first value that it yields.
    ///
    /// - Parameters:
    ///   - arguments: The results of `coroutine.yield`, or the arguments of the function at the first resume.
    ///   - type: The type of the value.
    /// - Returns: The value; nil if the coroutine returns, or has finished before.
    /// - Throws: ``LuaError``, or the error of a Swift function that the script does not catch.
    public func next<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A, as type: R.Type = R.self
    ) throws -> R? {
        try interpreter.withStack { stack in
            guard status(stack) != .finished else { return nil }
            try resume(stack, repeat each arguments)
            return try yielded(stack)
        }
    }

    /// Closes the variables that the coroutine has left open, and finishes it.
    ///
    /// - Throws: What closing them raises.
    public func close() throws {
        try interpreter.withStack { stack in
            mw_push_close(stack.thread)
            push(on: stack)
            try stack.run(arguments: 1)
        }
    }

    private func resume<each A: Convertible>(_ stack: LuaStack, _ arguments: repeat each A) throws {
        try stack.run(arguments: try prepare(stack, repeat each arguments))
    }

    /// Pushes what resumes the coroutine; returns the number of arguments.
    func prepare<each A: Convertible>(_ stack: LuaStack, _ arguments: repeat each A) throws -> Int {
        mw_push_resume(stack.thread)
        push(on: stack)
        return try stack.write(arguments: repeat each arguments) + 1
    }

    /// The value that it yielded; nil when it returned.
    func yielded<R: Convertible>(_ stack: LuaStack) throws -> R? {
        let isFinished = status(stack) == .finished
        return isFinished ? nil : try value(on: stack)
    }

    private func value<R: Convertible>(on stack: LuaStack) throws -> R {
        do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
            throw stack.badResult(of: source(stack), error)
        }
    }

    private func source(_ stack: LuaStack) -> ResultSource {
        push(on: stack)
        defer { stack.pop(1) }
        let frames = mw_coroutine_thread(stack.thread, mw_top(stack.thread)).map { stack.frames(of: $0) } ?? []
        return frames.lazy.compactMap(\.location).first.map { .yield($0) } ?? .finished
    }

    func status(_ stack: LuaStack) -> Status {
        push(on: stack)
        defer { stack.pop(1) }
        return switch Int(mw_coroutine_status(stack.thread, mw_top(stack.thread))) {
        case MW_COROUTINE_SUSPENDED: .suspended
        case MW_COROUTINE_FINISHED: .finished
        default: .active
        }
    }

    func push(on stack: LuaStack) { mw_push_kept(stack.thread, slot) }
}

extension LuaCoroutine: Convertible {
    /// Reads a coroutine.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The coroutine.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> LuaCoroutine {
        switch try reader.kind {
        case .handle, .object:
            if let coroutine = try reader.source.object(at: reader.position) as? LuaCoroutine { return coroutine }
        default: break
        }
        throw reader.mismatch(type: LuaCoroutine.self)
    }

    /// Writes the coroutine.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the coroutine belongs to another interpreter.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    /// Any shape: nothing but a coroutine can be read as one.
    public static var shape: ValueShape { .anything }
}

extension LuaStack {
    /// A reference that keeps the coroutine at a position beyond the call; nil for any other value.
    func coroutine(at position: Int) -> LuaCoroutine? {
        guard mw_coroutine_thread(thread, Int32(truncatingIfNeeded: position)) != nil else { return nil }
        copyToTop(position)
        return LuaCoroutine(interpreter: interpreter, slot: mw_keep(thread))
    }

    func push(_ coroutine: LuaCoroutine) throws {
        guard coroutine.interpreter === interpreter else {
            throw ConversionError(.custom("is a coroutine of another interpreter"))
        }
        coroutine.push(on: self)
    }
}
