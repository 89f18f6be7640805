extension FaultSweep {
    /// What a scenario did at each point where something could fail.
    public struct Report: Sendable {
        /// One run of the scenario.
        public struct Outcome: Sendable {
            /// The fault of the run.
            public let fault: Fault
            /// What the scenario threw; nil if it caught the error, or did not get one.
            public let error: (any Error)?
        }

        /// The runs, in order.
        public internal(set) var outcomes: [Outcome] = []

        /// Returns the number of points for a kind of fault.
        ///
        /// - Parameters:
        ///   - kind: The kind of fault.
        ///   - lasts: Whether everything fails from the point on.
        /// - Returns: The number of points.
        public func points(of kind: Fault.Kind, lasting lasts: Bool = false) -> Int {
            outcomes.count { $0.fault.kind == kind && $0.fault.lasts == lasts }
        }
    }

    /// What a scenario did wrong.
    public struct Failure: Error, Sendable {
        /// What must not happen.
        public enum Reason: Sendable {
            /// The scenario ended with an error that is not expected.
            case unexpected(any Error)
            /// So many objects of the trial are still alive.
            case leakedObjects(Int)
            /// So many interpreters are still alive.
            case leakedInterpreters(Int)
            /// A plain script fails or returns another result afterward.
            case unusable(String)
        }

        /// The fault of the run; nil for the run without one.
        public let fault: Fault?
        /// What happened.
        public let reason: Reason
    }
}

extension FaultSweep.Failure: CustomStringConvertible {
    /// What happened, and at which fault.
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
