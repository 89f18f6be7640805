internal import LuaRuntime

/// One run of a scenario, with a fault or without, and its check.
struct FaultRun: Sendable {
    private let fault: FaultSweep.Fault?
    private let plan: FaultPlan
    private let trial = FaultSweep.Trial()

    init(_ fault: FaultSweep.Fault?) {
        self.fault = fault
        plan = fault?.plan ?? FaultPlan()
    }

    /// Runs the scenario, and returns the error that it throws.
    func failure(of scenario: (FaultSweep.Trial) throws -> Void) -> (any Error)? {
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

    /// Runs the scenario, and returns the error that it throws.
    func failure(of scenario: @Sendable (FaultSweep.Trial) async throws -> Void) async -> (any Error)? {
        defer { plan.end() }
        return await FaultPlan.$current.withValue(plan) {
            do {
                try await scenario(trial)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Checks what the run has left.
    ///
    /// Nil when it ended before its fault.
    func outcome(
        after error: (any Error)?, _ isExpected: (any Error) -> Bool
    ) throws -> FaultSweep.Report.Outcome? {
        defer { _ = plan.takeInterpreters() }
        let reached = fault.flatMap { plan.points >= $0.point ? $0 : nil }
        if let error {
            guard let reached else { throw error }
            guard isExpected(error) else { throw FaultSweep.Failure(fault: reached, reason: .unexpected(error)) }
        }
        if let reason = harm() { throw FaultSweep.Failure(fault: reached, reason: reason) }
        return reached.map { FaultSweep.Report.Outcome(fault: $0, error: error) }
    }

    /// The harm that the run has done.
    private func harm() -> FaultSweep.Failure.Reason? {
        var interpreters = plan.takeInterpreters().compactMap { $0 as? Interpreter }
        for interpreter in interpreters {
            if let why = Self.weakness(of: interpreter) { return .unusable(why) }
        }
        let references = interpreters.map { WeakInterpreter(interpreter: $0) }
        interpreters = []
        let survivors = references.count { $0.interpreter != nil }
        if survivors > 0 { return .leakedInterpreters(survivors) }
        let objects = trial.livingObjects
        return objects > 0 ? .leakedObjects(objects) : nil
    }

    /// A script whose result shows whether strings, tables, closures, and numbers work; it uses no global.
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
            return result == "9-8-7-6-5-4-3-2-1-285" ? nil : "a plain script returns \"\(result)\""
        } catch {
            return "\(error)"
        }
    }
}

private struct WeakInterpreter {
    weak var interpreter: Interpreter?
}
