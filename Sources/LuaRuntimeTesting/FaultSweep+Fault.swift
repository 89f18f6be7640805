internal import LuaRuntime

extension FaultSweep {
    /// The fault of one run of a scenario.
    public struct Fault: Sendable, Hashable {
        /// What fails.
        public enum Kind: Sendable, Hashable, CaseIterable {
            /// An allocation exceeds the memory limit: it is granted, and the script ends at its next instruction.
            case limit
            /// An allocation is refused, although Lua has collected its garbage. Outside of Swift functions only.
            case refusal
            /// An allocation is granted only after Lua has collected its garbage.
            ///
            /// Nothing should change, except where Lua does not repeat the request: in buffers, and before its state is complete.
            case collection
            /// The instructions are used up at a check of the budget, which is then made at each instruction.
            case budget
        }

        /// What fails.
        public let kind: Kind
        /// The allocation, or the check of the budget, at which the fault begins, counted from one.
        public let point: Int
        /// Whether everything fails from that point on, rather than at that point only.
        public let lasts: Bool

        package init(_ kind: Kind, point: Int, lasts: Bool) {
            self.kind = kind
            self.point = point
            self.lasts = lasts
        }

        var plan: FaultPlan {
            let kind: FaultPlan.Kind =
                switch kind {
                case .limit: .limit
                case .refusal: .refusal
                case .collection: .collection
                case .budget: .budget
                }
            return FaultPlan(kind, point: point, lasts: lasts)
        }
    }
}

extension FaultSweep.Fault: CustomStringConvertible {
    /// What fails, and at which point.
    public var description: String {
        let location = lasts ? "from \(noun) \(point) on" : "at \(noun) \(point)"
        return switch kind {
        case .limit: "the memory limit is exceeded \(location)"
        case .refusal: "an allocation fails \(location)"
        case .collection: "memory is available only after a collection \(location)"
        case .budget: "the instruction limit is reached \(location)"
        }
    }

    private var noun: String { kind == .budget ? "check" : "allocation" }
}
