/// Seconds; also read from a string with units, such as `250ms` or `1h30m`.
extension Duration: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Duration {
        let source = reader.source
        let duration =
            if let seconds = try source.integer(at: reader.position) {
                DurationText.seconds(seconds)
            } else if let seconds = try source.number(at: reader.position) {
                DurationText.seconds(seconds)
            } else {
                try reader.text().flatMap(DurationText.duration)
            }
        guard let duration else {
            throw reader.mismatch("a duration, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\"")
        }
        return duration
    }

    /// Writes the number of seconds, an integer if it is whole.
    public func write(to writer: ValueWriter) throws {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return try seconds.write(to: writer) }
        try (Double(seconds) + Double(attoseconds) / 1e18).write(to: writer)
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .duration }
}

extension Duration {
    /// The duration that a string such as `250ms` or `1h30m` states; nil if it states none.
    package init?(text: String) {
        guard let duration = DurationText.duration(text) else { return nil }
        self = duration
    }

    /// The duration as a number with the largest unit of which it is a multiple, up to seconds: `90s`, `250ms`.
    package var text: String {
        let (seconds, attoseconds) = components
        if attoseconds == 0 { return "\(seconds)s" }
        let units = [("ms", Duration.milliseconds(1)), ("us", .microseconds(1))]
        let exact = units.first { self == $0.1 * Int64((self / $0.1).rounded()) }
        guard let (name, unit) = exact else { return "\(Int64((self / .nanoseconds(1)).rounded()))ns" }
        return "\(Int64((self / unit).rounded()))\(name)"
    }
}

/// A duration as a string: numbers with units, the largest unit first.
///
/// Digits are read as they are written, so that `0.1s` is exactly 100 milliseconds.
private struct DurationText {
    private var rest: Substring.UTF8View

    static func duration(_ text: String) -> Duration? {
        var parser = DurationText(rest: text[...].utf8)
        let isNegative = parser.skip("-")
        guard let duration = parser.parts() else { return nil }
        return isNegative ? .zero - duration : duration
    }

    static func seconds(_ count: Int64) -> Duration? {
        (-mostSeconds...mostSeconds).contains(count) ? .seconds(count) : nil
    }

    /// The digits of a number are read, too, except those of one that is written with an exponent.
    static func seconds(_ number: Double) -> Duration? {
        guard abs(number) <= Double(mostSeconds) else { return nil }
        return duration("\(number)s") ?? .seconds(number)
    }

    /// About 300 million years: the sum of all units is far from an overflow.
    private static let mostSeconds: Int64 = 10_000_000_000_000_000

    /// More would overflow when a number of days is multiplied.
    private static let mostFractionDigits = 12

    /// The largest first.
    private static let units: [(name: String, length: Duration)] = [
        ("d", .seconds(86_400)), ("h", .seconds(3_600)), ("m", .seconds(60)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)), ("us", .microseconds(1)), ("ns", .nanoseconds(1)),
    ]

    private mutating func parts() -> Duration? {
        var sum = Duration.zero
        var next = 0
        repeat {
            guard let number = number(), let unit = unit(from: next), let part = number.times(Self.units[unit].length)
            else { return nil }
            sum += part
            next = unit + 1
        } while !rest.isEmpty
        return sum
    }

    /// A decimal number: its whole part, and the digits of its fraction.
    private struct Number {
        let whole: Int64
        let fraction: Int64
        let digits: Int

        func times(_ unit: Duration) -> Duration? {
            let most = DurationText.mostSeconds / max(1, unit.components.seconds)
            guard whole <= most else { return nil }
            return unit * whole + unit * fraction / (0..<digits).reduce(Int64(1)) { product, _ in product * 10 }
        }
    }

    private mutating func number() -> Number? {
        let whole = digits()
        guard !whole.isEmpty, let count = Int64(String(whole)) else { return nil }
        guard skip(".") else { return Number(whole: count, fraction: 0, digits: 0) }
        let fraction = digits()
        guard !fraction.isEmpty, fraction.count <= Self.mostFractionDigits, let parts = Int64(String(fraction)) else {
            return nil
        }
        return Number(whole: count, fraction: parts, digits: fraction.count)
    }

    private mutating func digits() -> Substring {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        return Substring(digits)
    }

    /// The position of the unit that follows, at or after a position.
    private mutating func unit(from first: Int) -> Int? {
        let name = Substring(rest.prefix { !$0.isDigit })
        rest = rest.dropFirst(name.utf8.count)
        let unit = name == "µs" ? "us" : name
        return Self.units.indices.dropFirst(first).first { Self.units[$0].name == unit }
    }

    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
