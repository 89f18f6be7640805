internal import CLuaShim
public import MoonwireValues

/// A coroutine of a script that Swift keeps and resumes. Each resume is an entry with a budget of its own.
///
///     let text = "return function(n) for i = 1, n do coroutine.yield(i) end end"
///     let count = try LuaCoroutine(lua.evaluate(text, name: "count.lua"))
///     while let number = try count.next(3, as: Int.self) { print(number) }
public final class LuaCoroutine: Sendable {
    /// What a coroutine is doing.
    public enum Status: Sendable, Hashable {
        /// It has not begun, or has yielded.
        case suspended
        /// It runs, has resumed another one, or awaits something.
        case active
        /// It has returned, failed, or been closed.
        case finished
    }

    public let interpreter: Interpreter
    private let slot: Int32

    /// Makes a coroutine that will run the function; the first resume gives it its arguments.
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

    public var status: Status {
        get throws { try interpreter.withStack { stack in status(stack) } }
    }

    /// Lets the coroutine go on, with what its `coroutine.yield` returns, and reads the first value that it yields or
    /// returns. What it raises is thrown.
    public func resume<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A, as: R.Type = R.self
    ) throws -> R {
        try interpreter.withStack { stack in
            try resume(stack, repeat each arguments)
            return try value(on: stack)
        }
    }

    /// Lets the coroutine go on for what it does.
    public func resume<each A: Convertible>(_ arguments: repeat each A) throws {
        try interpreter.withStack { stack in try resume(stack, repeat each arguments) }
    }

    /// Lets the coroutine go on, and reads the first value that it yields; nil when it has returned instead, or before.
    public func next<each A: Convertible, R: Convertible>(
        _ arguments: repeat each A, as: R.Type = R.self
    ) throws -> R? {
        try interpreter.withStack { stack in
            guard status(stack) != .finished else { return nil }
            try resume(stack, repeat each arguments)
            return try yielded(stack)
        }
    }

    /// Closes what the coroutine has left open, and ends it. What closing raises is thrown.
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

    /// Lays out what resumes the coroutine; answers the count of arguments.
    func prepare<each A: Convertible>(_ stack: LuaStack, _ arguments: repeat each A) throws -> Int {
        mw_push_resume(stack.thread)
        push(on: stack)
        return try stack.write(arguments: repeat each arguments) + 1
    }

    /// What it yielded just now; nil when it returned.
    func yielded<R: Convertible>(_ stack: LuaStack) throws -> R? {
        let isOver = status(stack) == .finished
        return isOver ? nil : try value(on: stack)
    }

    private func value<R: Convertible>(on stack: LuaStack) throws -> R {
        do { return try R.read(from: ValueReader(stack, position: 1)) } catch {
            throw stack.badResult(of: giver(stack), error)
        }
    }

    private func giver(_ stack: LuaStack) -> Giver {
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
    public static func read(from reader: ValueReader) throws -> LuaCoroutine {
        switch try reader.kind {
        case .handle, .object:
            if let coroutine = try reader.source.object(at: reader.position) as? LuaCoroutine { return coroutine }
        default: break
        }
        throw reader.mismatch(type: LuaCoroutine.self)
    }

    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }

    public static var shape: ValueShape { .anything }
}

extension LuaStack {
    /// Keeps the coroutine at a position beyond the call; nil when there is none.
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
