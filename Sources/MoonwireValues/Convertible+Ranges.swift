/// A string with both bounds, in the form that Swift has for a range: `1..<5`.
extension Range: Convertible where Bound: Convertible & Numeric & LosslessStringConvertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Range {
        guard let (lower, upper) = try reader.bounds(of: Bound.self, around: "..<"), lower <= upper else {
            throw reader.mismatch("a range such as \"1..<5\"")
        }
        return lower..<upper
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try "\(lowerBound)..<\(upperBound)".write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .range(Bound.shape) }
}

/// A string with both bounds, in the form that Swift has for a closed range: `1...5`.
extension ClosedRange: Convertible where Bound: Convertible & Numeric & LosslessStringConvertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> ClosedRange {
        guard let (lower, upper) = try reader.bounds(of: Bound.self, around: "..."), lower <= upper else {
            throw reader.mismatch("a range such as \"1...5\"")
        }
        return lower...upper
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try "\(lowerBound)...\(upperBound)".write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .closedRange(Bound.shape) }
}

extension ValueReader {
    /// The numbers before and after an operator in a string; nil if there are none.
    fileprivate func bounds<Bound: LosslessStringConvertible>(
        of type: Bound.Type, around sign: String
    ) throws -> (Bound, Bound)? {
        guard let text = try text() else { return nil }
        let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let lower = Bound(String(parts[0])), let upper = Bound(String(parts[1])) else {
            return nil
        }
        return (lower, upper)
    }
}
