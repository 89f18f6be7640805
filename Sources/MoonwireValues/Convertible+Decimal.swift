public import MoonwireSupport

/// An integer if it has no fraction, otherwise a string, so that no digit is lost; a number is read in its shortest form.
extension Decimal: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Decimal {
        let source = reader.source
        if let integer = try source.integer(at: reader.position) { return Decimal(integer) }
        let text = try source.number(at: reader.position).map { "\($0)" } ?? reader.text()
        guard let decimal = text.flatMap(Decimal.init(digits:)) else {
            throw reader.mismatch("a decimal number of at most \(mostDigits) digits")
        }
        return decimal
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws {
        guard isFinite else {
            throw ConversionError(.range(expected: "a decimal number", found: "\(self)"))
        }
        let text = "\(self)"
        if let integer = Int64(text) { try integer.write(to: writer) } else { try text.write(to: writer) }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .decimal }

    /// The number of digits that always fit.
    private static var mostDigits: Int { 38 }

    /// Nil for a string that is not a number or has too many digits.
    private init?(digits text: String) {
        var rest = text[...].utf8
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let mantissa = rest.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else {
            return nil
        }
        let significant = parts.joined().drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= Self.mostDigits, Self.isExponent(rest.dropFirst(mantissa.count)),
            let value = Decimal(string: text), value.isFinite, value.isZero == significant.isEmpty
        else {
            return nil
        }
        self = value
    }

    private static func isExponent(_ text: Substring.UTF8View) -> Bool {
        guard !text.isEmpty else { return true }
        var digits = text.dropFirst()
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        return !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }
}
