public import MoonwireSupport

/// Seconds since 1970; also read from a string in ISO 8601 format.
extension Date: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Date {
        let seconds = try reader.source.number(at: reader.position) ?? reader.text().flatMap(DateText.seconds)
        guard let seconds, seconds.isFinite else {
            throw reader.mismatch("a date, as seconds since 1970 or as \"2026-01-31T18:30:00Z\"")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try timeIntervalSince1970.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .date }
}

extension Date {
    /// The date in ISO 8601 format, to the millisecond: `2026-01-31T18:30:00Z`, `2026-01-31T18:30:00.500Z`.
    package var iso8601: String {
        let isWhole = timeIntervalSince1970 == timeIntervalSince1970.rounded()
        return formatted(ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}

/// A date in ISO 8601 format: `2026-01-31`, `2026-01-31T18:30Z`, `2026-01-31T18:30:00.5+01:00`.
///
/// A time requires its zone.
private struct DateText {
    private var rest: Substring.UTF8View

    static func seconds(_ text: String) -> Double? {
        var parser = DateText(rest: text[...].utf8)
        guard let seconds = parser.date(), parser.rest.isEmpty else { return nil }
        return seconds
    }

    private mutating func date() -> Double? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        let midnight = Double(Self.days(to: year, month, day) * 86_400)
        guard skip("T") || skip(" ") else { return midnight }
        guard let time = time(), let zone = zone() else { return nil }
        return midnight + time - zone
    }

    private mutating func time() -> Double? {
        guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
        let whole = Double(hour * 3600 + minute * 60)
        guard skip(":") else { return whole }
        guard let second = number(2), second < 60 else { return nil }
        guard skip(".") else { return whole + Double(second) }
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty, let fraction = Double("0." + String(Substring(digits))) else { return nil }
        return whole + Double(second) + fraction
    }

    /// The offset from UTC in seconds, positive to the east.
    private mutating func zone() -> Double? {
        if skip("Z") { return 0 }
        let sign = skip("+") ? 1.0 : -1.0
        guard sign > 0 || skip("-"), let hour = number(2), hour < 24 else { return nil }
        _ = skip(":")
        guard let minute = rest.isEmpty ? 0 : number(2), minute < 60 else { return nil }
        return sign * Double(hour * 3600 + minute * 60)
    }

    private mutating func number(_ digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, head.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The number of days from 1970 in the Gregorian calendar; years here begin in March, so that leap days come last.
    private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month < 3 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = year.floored(by: 4) - year.floored(by: 100) + year.floored(by: 400)
        return 365 * year + leapDays + dayOfYear - 719_468
    }
}

extension Int {
    fileprivate func floored(by divisor: Int) -> Int { self >= 0 ? self / divisor : (self - divisor + 1) / divisor }
}
