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
        if let parallel { parallel._withUnsafeGuaranteedRef { $0.end(stack) } } else { interpreter.leave(stack) }
    }

    @inline(__always) private func beginParallel() throws -> Unmanaged<LuaStack> {
        guard let parallel else { return try beginHere() }
        do {
            return try parallel._withUnsafeGuaranteedRef { try $0.begin(parallelNumber, of: interpreter, slot) }
        } catch let error as ParallelFunctions.NoInterpreter {
            throw LuaError(
                error.code, "no interpreter could be made for the parallel function: \(error.message)",
                location: definedAt,
                underlying: error.underlying)
        }
    }
}
