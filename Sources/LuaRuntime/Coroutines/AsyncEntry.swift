internal import CLuaShim
internal import MoonwireSupport

/// One entry that is suspended while host functions await something.
// @unchecked: `stack` is touched on the interpreter's thread only, by one call after another.
final class AsyncEntry: @unchecked Sendable {
    /// The outcome of running an entry.
    enum Step<R: Sendable>: Sendable {
        case finished(R)
        case awaiting(AwaitedOperation)
    }

    private struct Progress {
        /// The entry until it ends.
        var entry: OpaquePointer?
        var isCancelled = false
    }

    private let interpreter: Interpreter
    private let progress = Lock(Progress())
    private var stack: Unmanaged<LuaStack>?

    init(_ interpreter: Interpreter) {
        self.interpreter = interpreter
    }

    /// Enters, and runs the function under the arguments that `prepare` pushes.
    func begin<R: Sendable>(_ prepare: (LuaStack) throws -> Int, _ read: (LuaStack) throws -> R) throws -> Step<R> {
        let entered = try interpreter.enter()
        let stack = entered.takeUnretainedValue()
        mw_begin_async(stack.entry)
        self.stack = entered
        progress.withLock { progress in
            progress.entry = stack.entry
            if progress.isCancelled { mw_cancel(stack.entry) }
        }
        return try advance(stack, read) { Int32(truncatingIfNeeded: try prepare(stack)) }
    }

    /// Enters again with the result of the operation.
    ///
    /// The caller releases it, outside.
    func resume<R: Sendable>(with answer: AwaitedAnswer, _ read: (LuaStack) throws -> R) throws -> Step<R> {
        guard let stack = stack?.takeUnretainedValue() else { throw CancellationError() }
        mw_resume_entry(stack.entry)
        stack.awaiting.answer = answer
        return try advance(stack, read) { 0 }
    }

    /// Makes the entry end soon; any thread may call this.
    func cancel() {
        progress.withLock { progress in
            progress.isCancelled = true
            if let entry = progress.entry { mw_cancel(entry) }
        }
    }

    private func advance<R: Sendable>(
        _ stack: LuaStack, _ read: (LuaStack) throws -> R, _ prepare: () throws -> Int32
    ) throws -> Step<R> {
        let result: Result<R, any Error>
        do {
            let status = mw_run(stack.entry, try prepare())
            if status == MW_SUSPENDED {
                let operation = stack.awaiting.operation ?? { { _ in 0 } }
                stack.awaiting.operation = nil
                if let released = mw_suspend(stack.entry) { interpreter.release(released) }
                return .awaiting(operation)
            }
            if status != MW_OK { throw stack.failure(status) }
            result = .success(try read(stack))
        } catch {
            result = .failure(error)
        }
        let isCancelled = mw_notice_cancellation(stack.entry)
        end(stack)
        // A script may catch the error of a cancellation, which does not undo it.
        if isCancelled { throw CancellationError() }
        return .finished(try result.get())
    }

    private func end(_ stack: LuaStack) {
        self.stack = nil
        progress.withLock { $0.entry = nil }
        let dropped = stack.awaiting.operation
        stack.awaiting.operation = nil
        mw_end_async(stack.entry)
        interpreter.leave(.passUnretained(stack))
        withExtendedLifetime(dropped) {}
    }
}

extension Interpreter {
    /// Runs an entry that may be suspended on the interpreter's own thread; the operations that it awaits run in this task.
    func perform<R: Sendable>(
        _ prepare: @escaping @Sendable (LuaStack) throws -> Int,
        _ read: @escaping @Sendable (LuaStack) throws -> R
    ) async throws -> R {
        try Task.checkCancellation()
        let entry = AsyncEntry(self)
        return try await withTaskCancellationHandler {
            var step = try await thread.run { try entry.begin(prepare, read) }
            while true {
                switch step {
                case .finished(let result): return result
                case .awaiting(let operation):
                    let answer = await Self.answer(of: operation)
                    step = try await thread.run { try entry.resume(with: answer, read) }
                }
            }
        } onCancel: {
            entry.cancel()
        }
    }

    private static func answer(of operation: AwaitedOperation) async -> AwaitedAnswer {
        do { return .success(try await operation()) } catch { return .failure(error) }
    }
}

extension LuaStack {
    /// Throws if the entry cannot be suspended at this call.
    @usableFromInline func expectToAwait(_ name: String) throws {
        switch Int(mw_may_await(entry, thread)) {
        case MW_MAY_AWAIT:
            if mw_notice_cancellation(entry) { throw CancellationError() }
        case MW_NOT_ASYNCHRONOUS: throw refusal("\"\(name)\" can be called only inside an asynchronous entry")
        default: throw refusal("\"\(name)\" cannot be awaited inside a function that a library function called")
        }
    }

    /// Pushes the result of the operation, or throws its error; returns the number of values.
    ///
    /// The task keeps the result until the interpreter is left, so nothing is released here.
    func deliverAnswer() throws -> Int {
        let answer = awaiting.answer
        awaiting.answer = nil
        if mw_notice_cancellation(entry) { throw CancellationError() }
        guard let answer else { return 0 }
        return try answer.get()(self)
    }

    private func refusal(_ message: String) -> LuaError {
        failure(.runtime, message, at: callSite()?.location, frames())
    }
}
