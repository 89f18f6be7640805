internal import MoonwireValues

/// One run of a scenario, with a fault or without, and what is looked at afterwards.
struct FaultRun: Sendable {
    private let fault: Fault?
    private let plan: FaultPlan
    private let trial = FaultTrial()

    init(_ fault: Fault?) {
        self.fault = fault
        plan = FaultPlan(fault ?? .none)
    }

    /// Runs the scenario; what it throws.
    func failure(of scenario: (FaultTrial) throws -> Void) -> (any Error)? {
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

    func failure(of scenario: @Sendable (FaultTrial) async throws -> Void) async -> (any Error)? {
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

    /// Looks at what the run has left behind. Nil when it ended before its fault.
    func outcome(
        after error: (any Error)?, _ isExpected: (any Error) -> Bool
    ) throws -> FaultReport.Outcome? {
        defer { _ = plan.takeInterpreters() }
        let reached = fault.flatMap { plan.points >= $0.point ? $0 : nil }
        if let error {
            guard let reached else { throw error }
            guard isExpected(error) else { throw FaultSweepError(fault: reached, reason: .unexpected(error)) }
        }
        if let reason = harm() { throw FaultSweepError(fault: reached, reason: reason) }
        return reached.map { FaultReport.Outcome(fault: $0, error: error) }
    }

    /// What must not be when the scenario has ended.
    private func harm() -> FaultSweepError.Reason? {
        var interpreters = plan.takeInterpreters()
        for interpreter in interpreters {
            if let why = Self.weakness(of: interpreter) { return .unusable(why) }
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
            return result == "9-8-7-6-5-4-3-2-1-285" ? nil : "a plain script returns \"\(result)\""
        } catch {
            return "\(error)"
        }
    }
}
