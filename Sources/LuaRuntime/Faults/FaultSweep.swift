internal import MoonwireValues

/// Runs a scenario again and again, and each time lets something fail one step later, until nothing is left to fail.
///
///     let report = try FaultSweep.allocations { trial in
///         let lua = try Interpreter()
///         try lua.setGlobal("guest", trial.object())
///         try lua.run("kept = { guest }", name: "guest.lua")
///     }
///
/// Every interpreter takes part that the scenario makes, on its own thread or task. It stays alive until the scenario has ended, is
/// then used once more, without faults, and let go of. What a scenario makes must end with it.
public enum FaultSweep {
    /// Lets memory run out at each allocation in turn, in every way that there is.
    ///
    /// - Parameters:
    ///   - step: leaves allocations out, where a scenario makes very many.
    ///   - isExpected: says whether the scenario may end with that error.
    /// - Throws: ``FaultSweepError`` for the first fault that does harm, and whatever the scenario throws without one.
    @discardableResult public static func allocations(
        every step: Int = 1,
        isExpected: (any Error) -> Bool = { ($0 as? LuaError)?.code == .memory },
        _ scenario: (FaultTrial) throws -> Void
    ) throws -> FaultReport {
        try sweep(FaultCourse(FaultCourse.memory, step), isExpected, scenario)
    }

    /// As ``allocations(every:isExpected:_:)``, for a scenario that awaits.
    @discardableResult public static func allocationsAsync(
        every step: Int = 1,
        isExpected: @Sendable (any Error) -> Bool = { ($0 as? LuaError)?.code == .memory },
        _ scenario: @Sendable (FaultTrial) async throws -> Void
    ) async throws -> FaultReport {
        try await sweepAsync(FaultCourse(FaultCourse.memory, step), isExpected, scenario)
    }

    /// Lets the instructions end at each look at them in turn: before each instruction, and wherever work is charged for.
    ///
    /// - Parameters:
    ///   - step: leaves looks out, where a scenario runs very many instructions.
    ///   - isExpected: says whether the scenario may end with that error.
    /// - Throws: ``FaultSweepError`` for the first fault that does harm, and whatever the scenario throws without one.
    @discardableResult public static func budget(
        every step: Int = 1,
        isExpected: (any Error) -> Bool = { ($0 as? LuaError)?.code == .budget },
        _ scenario: (FaultTrial) throws -> Void
    ) throws -> FaultReport {
        try sweep(FaultCourse(FaultCourse.budget, step), isExpected, scenario)
    }

    /// As ``budget(every:isExpected:_:)``, for a scenario that awaits.
    @discardableResult public static func budgetAsync(
        every step: Int = 1,
        isExpected: @Sendable (any Error) -> Bool = { ($0 as? LuaError)?.code == .budget },
        _ scenario: @Sendable (FaultTrial) async throws -> Void
    ) async throws -> FaultReport {
        try await sweepAsync(FaultCourse(FaultCourse.budget, step), isExpected, scenario)
    }

    private static func sweep(
        _ faults: FaultCourse,
        _ isExpected: (any Error) -> Bool,
        _ scenario: (FaultTrial) throws -> Void
    ) throws -> FaultReport {
        var course = faults
        while let run = course.next() {
            try course.note(run.outcome(after: run.failure(of: scenario), isExpected))
        }
        return course.report
    }

    private static func sweepAsync(
        _ faults: FaultCourse,
        _ isExpected: (any Error) -> Bool,
        _ scenario: @Sendable (FaultTrial) async throws -> Void
    ) async throws -> FaultReport {
        var course = faults
        while let run = course.next() {
            try course.note(run.outcome(after: await run.failure(of: scenario), isExpected))
        }
        return course.report
    }
}
