public import LuaRuntime

/// Runs a scenario repeatedly, with a fault at a later point each time, until there is no point left.
///
///     let report = try FaultSweep.allocations { trial in
///         let lua = try Interpreter()
///         try lua.setGlobal("guest", to: trial.object())
///         try lua.run("kept = { guest }", name: "guest.lua")
///     }
///
/// Faults apply to every interpreter that the scenario creates, on its own thread or task. After the scenario, each interpreter is used
/// once more, without faults, and released. Everything that a scenario creates must end with it.
public enum FaultSweep {
    /// Makes each allocation fail in turn, in every way that there is.
    ///
    /// - Parameters:
    ///   - step: Tests only each allocation with a multiple of this number, for scenarios with very many.
    ///   - isExpected: Returns whether the scenario may end with that error.
    ///   - scenario: The scenario.
    /// - Returns: What the scenario did in each run.
    /// - Throws: ``Failure`` for the first fault that does harm, or what the scenario throws without a fault.
    @discardableResult public static func allocations(
        every step: Int = 1,
        isExpected: (any Error) -> Bool = { ($0 as? LuaError)?.code == .memory },
        _ scenario: (Trial) throws -> Void
    ) throws -> Report {
        try sweep(FaultCourse(FaultCourse.memory, step), isExpected, scenario)
    }

    /// Makes each allocation fail in turn, in every way that there is, for an asynchronous scenario.
    ///
    /// - Parameters:
    ///   - step: Tests only each allocation with a multiple of this number, for scenarios with very many.
    ///   - isExpected: Returns whether the scenario may end with that error.
    ///   - scenario: The scenario.
    /// - Returns: What the scenario did in each run.
    /// - Throws: ``Failure`` for the first fault that does harm, or what the scenario throws without a fault.
    @discardableResult public static func allocations(
        every step: Int = 1,
        isExpected: @Sendable (any Error) -> Bool = { ($0 as? LuaError)?.code == .memory },
        _ scenario: @Sendable (Trial) async throws -> Void
    ) async throws -> Report {
        try await sweep(FaultCourse(FaultCourse.memory, step), isExpected, scenario)
    }

    /// Ends the instruction budget at each check in turn: before each instruction, and wherever work is charged.
    ///
    /// - Parameters:
    ///   - step: Tests only each check with a multiple of this number, for scenarios with very many instructions.
    ///   - isExpected: Returns whether the scenario may end with that error.
    ///   - scenario: The scenario.
    /// - Returns: What the scenario did in each run.
    /// - Throws: ``Failure`` for the first fault that does harm, or what the scenario throws without a fault.
    @discardableResult public static func budget(
        every step: Int = 1,
        isExpected: (any Error) -> Bool = { ($0 as? LuaError)?.code == .budget },
        _ scenario: (Trial) throws -> Void
    ) throws -> Report {
        try sweep(FaultCourse(FaultCourse.budget, step), isExpected, scenario)
    }

    /// Ends the instruction budget at each check in turn, for an asynchronous scenario.
    ///
    /// - Parameters:
    ///   - step: Tests only each check with a multiple of this number, for scenarios with very many instructions.
    ///   - isExpected: Returns whether the scenario may end with that error.
    ///   - scenario: The scenario.
    /// - Returns: What the scenario did in each run.
    /// - Throws: ``Failure`` for the first fault that does harm, or what the scenario throws without a fault.
    @discardableResult public static func budget(
        every step: Int = 1,
        isExpected: @Sendable (any Error) -> Bool = { ($0 as? LuaError)?.code == .budget },
        _ scenario: @Sendable (Trial) async throws -> Void
    ) async throws -> Report {
        try await sweep(FaultCourse(FaultCourse.budget, step), isExpected, scenario)
    }

    private static func sweep(
        _ faults: FaultCourse,
        _ isExpected: (any Error) -> Bool,
        _ scenario: (Trial) throws -> Void
    ) throws -> Report {
        var course = faults
        while let run = course.next() {
            try course.note(run.outcome(after: run.failure(of: scenario), isExpected))
        }
        return course.report
    }

    private static func sweep(
        _ faults: FaultCourse,
        _ isExpected: (any Error) -> Bool,
        _ scenario: @Sendable (Trial) async throws -> Void
    ) async throws -> Report {
        var course = faults
        while let run = course.next() {
            try course.note(run.outcome(after: await run.failure(of: scenario), isExpected))
        }
        return course.report
    }
}
