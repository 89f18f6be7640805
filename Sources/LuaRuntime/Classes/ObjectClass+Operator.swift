extension ObjectClass {
    /// What scripts write between two operands, or around one, and what they do with an object as a whole.
    public enum Operator: Sendable, Hashable, CaseIterable {
        case add, subtract, multiply, divide, modulo, power, floorDivide, concatenate
        case bitwiseAnd, bitwiseOr, bitwiseExclusiveOr, shiftLeft, shiftRight
        case equal, less, lessOrEqual
        case negate, length, bitwiseNot
        /// `object(…)`
        case call
        /// `for key, value in pairs(object) do`
        case pairs
        /// The end of the block of a `local object <close>`.
        case close
    }
}

extension ObjectClass.Operator {
    /// What Lua calls it.
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

    /// How scripts write it.
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

/// What scripts write between two operands.
public enum BinaryOperator: Sendable, Hashable, CaseIterable {
    case add, subtract, multiply, divide, modulo, power, floorDivide, concatenate
    case bitwiseAnd, bitwiseOr, bitwiseExclusiveOr, shiftLeft, shiftRight
    case equal, less, lessOrEqual

    @usableFromInline var general: ObjectClass.Operator {
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

/// What scripts write before one operand: `-a`, `#a`, `~a`.
public enum UnaryOperator: Sendable, Hashable, CaseIterable {
    case negate, length, bitwiseNot

    @usableFromInline var general: ObjectClass.Operator {
        switch self {
        case .negate: .negate
        case .length: .length
        case .bitwiseNot: .bitwiseNot
        }
    }
}
