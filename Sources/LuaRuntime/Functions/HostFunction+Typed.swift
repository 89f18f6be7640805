public import MoonwireValues

extension HostFunction {
    /// Creates a function that runs while other threads may enter the interpreter.
    ///
    ///     let add = HostFunction("add") { (a: Int, b: Int) in a + b }
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<each A: Convertible, R: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> R
    ) {
        self.init(name: name) { call in
            try HostFunction.answer(call) { stack, progress in
                try HostFunction.evaluate(stack, &progress, body)
            }
        }
    }

    /// Creates a function without a result.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    @inlinable public convenience init<each A: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> Void
    ) {
        self.init(name: name) { call in
            try HostFunction.invoke(call) { stack, progress in
                try HostFunction.evaluate(stack, &progress, body)
            }
            return .values(0)
        }
    }

    /// The progress of a call.
    @frozen @usableFromInline struct Progress {
        @usableFromInline var position = 0
        @usableFromInline var isUnlocked = false

        @inlinable init() {}

        /// Leaves the interpreter: the arguments, too, are released outside of it.
        @inlinable mutating func unlock(_ stack: LuaStack) {
            isUnlocked = true
            stack.beginUserCode()
        }
    }

    /// Runs a typed call and writes its result.
    @inlinable @inline(__always) static func answer<R: Convertible>(
        _ call: LuaCall,
        _ evaluate: (LuaStack, inout Progress) throws -> R
    ) throws -> LuaReturn {
        try deliver(invoke(call, evaluate), to: call.stack)
        return .values(1)
    }

    /// Runs a typed call, which leaves the interpreter after it has read its arguments; enters it again.
    @inlinable @inline(__always) static func invoke<R>(
        _ call: LuaCall,
        _ evaluate: (LuaStack, inout Progress) throws -> R
    ) throws -> R {
        var progress = Progress()
        do {
            let result = try evaluate(call.stack, &progress)
            call.stack.endUserCode()
            return result
        } catch {
            call.stack.endUserCode()
            guard progress.isUnlocked else {
                throw call.stack.badArgument(progress.position, count: call.count, error)
            }
            throw error
        }
    }

    /// Reads an argument; one that was left out is nil.
    ///
    /// If it cannot be converted, the arguments before it are released outside of the interpreter.
    @inlinable static func next<T: Convertible>(
        _ type: T.Type,
        _ stack: LuaStack,
        _ progress: inout Progress
    ) throws -> T {
        progress.position += 1
        do { return try T.read(from: stack, at: progress.position) } catch {
            stack.beginUserCode()
            throw error
        }
    }

    @inlinable @inline(never) static func evaluate<each A: Convertible, R>(
        _ stack: LuaStack,
        _ progress: inout Progress,
        _ body: (repeat each A) throws -> R
    ) throws -> R {
        let arguments = (repeat try next((each A).self, stack, &progress))
        progress.unlock(stack)
        return try body(repeat each arguments)
    }

    /// Writes the result; one that may own objects is released outside of the interpreter.
    @inlinable static func deliver<R: Convertible>(_ result: consuming R, to stack: LuaStack) throws {
        let writer = stack.reservedWriter
        do {
            if ownsNothing(R.self) { return try result.write(to: writer) }
            try stack.deliver(consume result) { try $0.write(to: writer) }
        } catch {
            throw BadResult.wrapping(error)
        }
    }
}
