extension FaultSweep {
    /// Collects all garbage before each allocation of the interpreters that `body` makes, so that a value which nothing holds is gone
    /// at the next one. Nothing else may change.
    ///
    ///     try FaultSweep.collecting {
    ///         try Interpreter().run("kept = { {}, 'text' }", name: "kept.lua")
    ///     }
    ///
    /// The collections go on until the interpreters are closed. A sweep in `body` makes its runs with them. They leave out the buffers
    /// of Lua's string library, for which Lua cannot collect.
    ///
    /// - Parameter step: collects at each so many allocations only, where there are very many. With one, Lua also collects wherever it
    ///   can between allocations.
    public static func collecting<Result>(every step: Int = 1, _ body: () throws -> Result) rethrows -> Result {
        try FaultPlan.$collectionStep.withValue(max(step, 1), operation: body)
    }

    /// As ``collecting(every:_:)``, for a body that awaits.
    public static func collectingAsync<Result>(
        every step: Int = 1,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await FaultPlan.$collectionStep.withValue(max(step, 1), operation: body)
    }
}
