internal import LuaRuntime

extension FaultSweep {
    /// Collects all garbage before each allocation of the interpreters that a body creates.
    ///
    ///     try FaultSweep.collecting {
    ///         try Interpreter().run("kept = { {}, 'text' }", name: "kept.lua")
    ///     }
    ///
    /// A value that nothing keeps is collected at the next allocation; nothing else may change. The collections continue until the
    /// interpreters are closed, and apply to the runs of a sweep in the body. They exclude the buffers of Lua's string library, for which
    /// Lua cannot collect.
    ///
    /// - Parameters:
    ///   - step: Collects only before each allocation with a multiple of this number, where there are very many. With 1, Lua also
    ///     collects wherever it can between allocations.
    ///   - body: Creates and uses interpreters.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public static func collecting<Result>(every step: Int = 1, _ body: () throws -> Result) rethrows -> Result {
        try FaultPlan.$collectionStep.withValue(max(step, 1), operation: body)
    }

    /// Collects all garbage before each allocation of the interpreters that an asynchronous body creates.
    ///
    /// - Parameters:
    ///   - step: Collects only before each allocation with a multiple of this number, where there are very many.
    ///   - isolation: The actor of the body.
    ///   - body: Creates and uses interpreters.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public static func collecting<Result>(
        every step: Int = 1,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await FaultPlan.$collectionStep.withValue(max(step, 1), operation: body)
    }
}
