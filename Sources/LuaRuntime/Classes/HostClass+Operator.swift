extension HostClass {
    /// An operator, or another operation on an object as a whole.
    public enum Operator: Sendable, Hashable, CaseIterable {
        /// `a + b`
        case add
        /// `a - b`
        case subtract
        /// `a * b`
        case multiply
        /// `a / b`
        case divide
        /// `a % b`
        case modulo
        /// `a ^ b`
        case power
        /// `a // b`
        case floorDivide
        /// `a .. b`
        case concatenate
        /// `a & b`
        case bitwiseAnd
        /// `a | b`
        case bitwiseOr
        /// `a ~ b`
        case bitwiseExclusiveOr
        /// `a << b`
        case shiftLeft
        /// `a >> b`
        case shiftRight
        /// `a == b`
        case equal
        /// `a < b`, and `b > a`
        case less
        /// `a <= b`, and `b >= a`
        case lessOrEqual
        /// `-a`
        case negate
        /// `#a`
        case length
        /// `~a`
        case bitwiseNot
        /// `object(…)`
        case call
        /// `for key, value in pairs(object) do`
        case pairs
        /// The end of the block of a `local object <close>`.
        case close
    }
}

extension HostClass.Operator {
    /// The name of the metamethod.
    var event: String {
        switch self {
        case .add: "__add"
        case .subtract: "__sub"
        case .multiply: "__mul"
        case .divide: "__div"
        case .modulo: "__mod"
        case .power: "__pow"
        case .floorDivide: "__idiv"
        case .concatenate: "__concat"
        case .bitwiseAnd: "__band"
        case .bitwiseOr: "__bor"
        case .bitwiseExclusiveOr: "__bxor"
        case .shiftLeft: "__shl"
        case .shiftRight: "__shr"
        case .equal: "__eq"
        case .less: "__lt"
        case .lessOrEqual: "__le"
        case .negate: "__unm"
        case .length: "__len"
        case .bitwiseNot: "__bnot"
        case .call: "__call"
        case .pairs: "__pairs"
        case .close: "__close"
        }
    }

    /// The form in scripts.
    @usableFromInline var sign: String {
        switch self {
        case .add: "+"
        case .subtract, .negate: "-"
        case .multiply: "*"
        case .divide: "/"
        case .modulo: "%"
        case .power: "^"
        case .floorDivide: "//"
        case .concatenate: ".."
        case .bitwiseAnd: "&"
        case .bitwiseOr: "|"
        case .bitwiseExclusiveOr, .bitwiseNot: "~"
        case .shiftLeft: "<<"
        case .shiftRight: ">>"
        case .equal: "=="
        case .less: "<"
        case .lessOrEqual: "<="
        case .length: "#"
        case .call: "()"
        case .pairs: "pairs"
        case .close: "close"
        }
    }
}

extension HostClass {
    /// An operator with two operands.
    public enum BinaryOperator: Sendable, Hashable, CaseIterable {
        /// `a + b`
        case add
        /// `a - b`
        case subtract
        /// `a * b`
        case multiply
        /// `a / b`
        case divide
        /// `a % b`
        case modulo
        /// `a ^ b`
        case power
        /// `a // b`
        case floorDivide
        /// `a .. b`
        case concatenate
        /// `a & b`
        case bitwiseAnd
        /// `a | b`
        case bitwiseOr
        /// `a ~ b`
        case bitwiseExclusiveOr
        /// `a << b`
        case shiftLeft
        /// `a >> b`
        case shiftRight
        /// `a == b`
        case equal
        /// `a < b`, and `b > a`
        case less
        /// `a <= b`, and `b >= a`
        case lessOrEqual

        @usableFromInline var general: HostClass.Operator {
            switch self {
            case .add: .add
            case .subtract: .subtract
            case .multiply: .multiply
            case .divide: .divide
            case .modulo: .modulo
            case .power: .power
            case .floorDivide: .floorDivide
            case .concatenate: .concatenate
            case .bitwiseAnd: .bitwiseAnd
            case .bitwiseOr: .bitwiseOr
            case .bitwiseExclusiveOr: .bitwiseExclusiveOr
            case .shiftLeft: .shiftLeft
            case .shiftRight: .shiftRight
            case .equal: .equal
            case .less: .less
            case .lessOrEqual: .lessOrEqual
            }
        }
    }

    /// An operator with one operand: `-a`, `#a`, `~a`.
    public enum UnaryOperator: Sendable, Hashable, CaseIterable {
        /// `-a`
        case negate
        /// `#a`
        case length
        /// `~a`
        case bitwiseNot

        @usableFromInline var general: HostClass.Operator {
            switch self {
            case .negate: .negate
            case .length: .length
            case .bitwiseNot: .bitwiseNot
            }
        }
    }
}
