/// What fails on purpose in one trial of a scenario, and where.
public struct Fault: Sendable, Hashable {
    /// What fails.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// An allocation passes the memory limit: it is granted, and the script ends at its next instruction.
        case limit
        /// An allocation is refused, although Lua has collected its garbage. Outside of Swift's functions only.
        case refusal
        /// An allocation is granted only after Lua has collected its garbage. Nothing should come of it, but where Lua does
        /// not ask a second time: in buffers, and before its state is complete.
        case collection
        /// The instructions are used up when the interpreter looks at them, which it then does at each one.
        case budget
    }

    public let kind: Kind
    /// Counted from one: the allocation, or the look at the instructions, at which the fault begins.
    public let point: Int
    /// Whether everything fails from there on; otherwise it is that one point.
    public let lasts: Bool

    public init(_ kind: Kind, point: Int, lasts: Bool) {
        self.kind = kind
        self.point = point
        self.lasts = lasts
    }

    /// At no point.
    static let none = Fault(.limit, point: .max, lasts: false)
}

extension Fault: CustomStringConvertible {
    public var description: String {
        let place = lasts ? "from \(noun) \(point) on" : "at \(noun) \(point)"
        return switch kind {
        case .limit: "the memory limit is exceeded \(place)"
        case .refusal: "an allocation fails \(place)"
        case .collection: "memory is available only after a collection \(place)"
        case .budget: "the instruction limit is reached \(place)"
        }
    }

    private var noun: String { kind == .budget ? "look" : "allocation" }
}
