public import Foundation
public import MoonwireValues

// Only the whole of Foundation knows time zones.

extension TimeZone: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> TimeZone {
        guard let text = try reader.text(), !text.utf8.contains(0), let zone = TimeZone(identifier: text) else {
            throw reader.mismatch(shape.phrase)
        }
        return zone
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try identifier.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .timeZone }
}

extension Locale: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Locale {
        guard let text = try reader.text(), text.isLocaleIdentifier else { throw reader.mismatch(shape.phrase) }
        return Locale(identifier: text)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try identifier.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .locale }
}

extension String {
    /// Whether it has the form of an identifier of a locale, of which Foundation accepts any string.
    fileprivate var isLocaleIdentifier: Bool {
        let parts = prefix { $0 != "@" }.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard let language = parts.first, (2...8).contains(language.utf8.count) else { return false }
        return language.allSatisfy(\.isASCIILetter)
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.allSatisfy { $0.isASCIILetter || $0.isWholeNumber && $0.isASCII }
            }
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}
