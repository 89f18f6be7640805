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
        let ways: [Way] = [
            Way(kind: .limit, lasts: false), Way(kind: .limit, lasts: true),
            Way(kind: .refusal, lasts: false), Way(kind: .refusal, lasts: true),
            Way(kind: .collection, lasts: false),
        ]
        return try sweep(ways, step, isExpected, scenario)
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
        let ways = [Way(kind: .budget, lasts: false), Way(kind: .budget, lasts: true)]
        return try sweep(ways, step, isExpected, scenario)
    }

    private struct Way {
        let kind: Fault.Kind
        let lasts: Bool
    }

    private static func sweep(
        _ ways: [Way],
        _ step: Int,
        _ isExpected: (any Error) -> Bool,
        _ scenario: (FaultTrial) throws -> Void
    ) throws -> FaultReport {
        try withoutFault(scenario)
        var report = FaultReport()
        for way in ways {
            var point = 1
            while true {
                let fault = Fault(way.kind, point: point, lasts: way.lasts)
                guard let outcome = try outcome(of: scenario, with: fault, isExpected) else { break }
                report.outcomes.append(outcome)
                point += max(step, 1)
            }
        }
        return report
    }

    private static func withoutFault(_ scenario: (FaultTrial) throws -> Void) throws {
        let plan = FaultPlan(Fault(.limit, point: .max, lasts: false))
        defer { _ = plan.takeInterpreters() }
        let trial = FaultTrial()
        if let error = failure(of: scenario, plan, trial) { throw error }
        if let reason = harm(to: plan, trial) { throw FaultSweepError(fault: nil, reason: reason) }
    }

    /// Nil when the scenario ended before the fault.
    private static func outcome(
        of scenario: (FaultTrial) throws -> Void,
        with fault: Fault,
        _ isExpected: (any Error) -> Bool
    ) throws -> FaultReport.Outcome? {
        let plan = FaultPlan(fault)
        defer { _ = plan.takeInterpreters() }
        let trial = FaultTrial()
        let error = failure(of: scenario, plan, trial)
        guard plan.points >= fault.point else {
            if let error { throw error }
            return nil
        }
        if let error, !isExpected(error) { throw FaultSweepError(fault: fault, reason: .unexpected(error)) }
        if let reason = harm(to: plan, trial) { throw FaultSweepError(fault: fault, reason: reason) }
        return FaultReport.Outcome(fault: fault, error: error)
    }

    private static func failure(
        of scenario: (FaultTrial) throws -> Void, _ plan: FaultPlan, _ trial: FaultTrial
    ) -> (any Error)? {
        defer { plan.end() }
        return FaultPlan.$current.withValue(plan) {
            do {
                try scenario(trial)
                return nil
            } catch {
                return error
            }
        }
    }

    private static func harm(to plan: FaultPlan, _ trial: FaultTrial) -> FaultSweepError.Reason? {
        var interpreters = plan.takeInterpreters()
        for interpreter in interpreters {
            if let why = weakness(of: interpreter) { return .unusable(why) }
        }
        let references = interpreters.map(WeakReference.init)
        interpreters = []
        let survivors = references.count { $0.object != nil }
        if survivors > 0 { return .leakedInterpreters(survivors) }
        let objects = trial.livingObjects
        return objects > 0 ? .leakedObjects(objects) : nil
    }

    /// A script whose result shows whether texts, tables, closures and numbers are what they were; it uses no global.
    private static let plainScript = """
        local parts, sum = {}, 0
        local function add(text) parts[#parts + 1] = text return #parts end
        for i = 1, 9 do sum = sum + add(i .. "-") * i end
        local text = ""
        for i = #parts, 1, -1 do text = text .. parts[i] end
        return text .. sum
        """

    private static func weakness(of interpreter: Interpreter) -> String? {
        do {
            let result = try interpreter.evaluate(plainScript, name: "after.lua", as: String.self)
            return result == "9-8-7-6-5-4-3-2-1-285" ? nil : "a plain script gives \"\(result)\""
        } catch {
            return "\(error)"
        }
    }
}
