public import MoonwireValues

/// Functions with several results.
extension HostFunction {
    /// Creates a function with two results.
    ///
    ///     let divide = HostFunction("divide") { (a: Int, b: Int) in (a / b, a % b) }
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    public convenience init<each A: Convertible, R: Convertible, S: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> (R, S)
    ) {
        self.init(several: name) { stack, progress in
            let results = try HostFunction.evaluate(stack, &progress, body)
            return Outcome(results.0, results.1)
        }
    }

    /// Creates a function with three results.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    public convenience init<each A: Convertible, R: Convertible, S: Convertible, T: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> (R, S, T)
    ) {
        self.init(several: name) { stack, progress in
            let results = try HostFunction.evaluate(stack, &progress, body)
            return Outcome(results.0, results.1, results.2)
        }
    }

    /// Creates a function with four results.
    ///
    /// - Parameters:
    ///   - name: The name of the function in messages.
    ///   - body: The function.
    public convenience init<each A: Convertible, R: Convertible, S: Convertible, T: Convertible, U: Convertible>(
        _ name: String,
        calling body: @escaping @Sendable (repeat each A) throws -> (R, S, T, U)
    ) {
        self.init(several: name) { stack, progress in
            let results = try HostFunction.evaluate(stack, &progress, body)
            return Outcome(results.0, results.1, results.2, results.3)
        }
    }

    private convenience init<each R: Convertible>(
        several name: String,
        _ evaluate: @escaping @Sendable (LuaStack, inout Progress) throws -> Outcome<repeat each R>
    ) {
        self.init(name: name) { call in
            let base = call.stack.top
            let failure = Outcome.deliver(try HostFunction.invoke(call, evaluate), to: call.stack)
            if let failure { throw BadResult.wrapping(failure) }
            return .values(call.stack.top - base)
        }
    }
}

/// The results of a call, until they are released outside of the interpreter.
private struct Outcome<each R: Convertible> {
    private let values: (repeat each R)

    init(_ values: repeat each R) { self.values = (repeat each values) }

    /// Releases the values while no lock is held.
    ///
    /// Explicit memory determines when, independent of the optimizer.
    static func deliver(_ outcome: consuming Outcome, to stack: LuaStack) -> (any Error)? {
        let kept = UnsafeMutablePointer<Outcome>.allocate(capacity: 1)
        kept.initialize(to: consume outcome)
        let failure = kept.pointee.failureOfWriting(to: stack)
        stack.beginUserCode()
        kept.deinitialize(count: 1)
        stack.endUserCode()
        kept.deallocate()
        return failure
    }

    private func failureOfWriting(to stack: LuaStack) -> (any Error)? {
        do {
            for value in repeat each values { try value.write(to: stack.writer) }
            return nil
        } catch {
            return error
        }
    }
}
