/// What a scenario did at each point where something could fail.
public struct FaultReport: Sendable {
    /// One run of the scenario.
    public struct Outcome: Sendable {
        public let fault: Fault
        /// What the scenario threw; nil when it went on, because it caught the error or needed nothing more.
        public let error: (any Error)?
    }

    /// In the order in which they were run.
    public internal(set) var outcomes: [Outcome] = []

    /// How many points there were for a kind of fault.
    public func points(of kind: Fault.Kind, lasting lasts: Bool = false) -> Int {
        outcomes.count { $0.fault.kind == kind && $0.fault.lasts == lasts }
    }
}

/// What a scenario did wrong.
public struct FaultSweepError: Error, Sendable {
    /// What must not happen.
    public enum Reason: Sendable {
        /// The scenario ended with an error that it should not end with.
        case unexpected(any Error)
        /// So many of the trial's objects are still alive.
        case leakedObjects(Int)
        /// So many interpreters are still alive.
        case leakedInterpreters(Int)
        /// A plain script fails or gives something else afterwards.
        case unusable(String)
    }

    /// Nil when it went wrong although nothing failed.
    public let fault: Fault?
    public let reason: Reason
}

extension FaultSweepError: CustomStringConvertible {
    public var description: String {
        let circumstance = fault.map { "when \($0)" } ?? "without a fault"
        return switch reason {
        case .unexpected(let error): "\(circumstance), the scenario ends with: \(error)"
        case .leakedObjects(let count): "\(circumstance), objects of the scenario are leaked: \(count)"
        case .leakedInterpreters(let count): "\(circumstance), interpreters are leaked: \(count)"
        case .unusable(let why): "\(circumstance), an interpreter cannot be used afterwards: \(why)"
        }
    }
}
