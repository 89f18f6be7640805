internal import CLuaShim

/// Calls that do more than enter the interpreter of the function.
extension LuaFunction {
    /// Whether calls may run at the same time, each in an interpreter of its own.
    package var isParallel: Bool { parallelNumber > 0 }

    /// Enters the interpreter, or one of the pool for a parallel function, pushes the function, and begins to measure its call.
    @usableFromInline @inline(never) func beginSpecially() throws -> Unmanaged<LuaStack> {
        let stack = try parallelNumber > 0 ? beginParallel() : beginHere()
        guard let counter else { return stack }
        return stack._withUnsafeGuaranteedRef { entered in
            entered.measurement = FunctionMeasurement(counter, budget: mw_budget(entered.entry))
            return stack
        }
    }

    @usableFromInline @inline(never) func endSpecially(_ stack: Unmanaged<LuaStack>) {
        if counter != nil {
            stack._withUnsafeGuaranteedRef { entered in
                entered.measurement?.end(budget: mw_budget(entered.entry))
                entered.measurement = nil
            }
        }
        guard parallelNumber > 0, let functions = interpreter.parallel else { return interpreter.leave(stack) }
        functions.end(stack)
    }

    private func beginParallel() throws -> Unmanaged<LuaStack> {
        guard let functions = interpreter.parallel else { return try beginHere() }
        do {
            return try functions.begin(parallelNumber, of: interpreter, slot)
        } catch let error as ParallelFunctions.NoInterpreter {
            throw LuaError(
                error.code, "no interpreter could be made for the parallel function: \(error.message)",
                location: definedAt,
                underlying: error.underlying)
        }
    }
}
