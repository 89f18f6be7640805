import Foundation
import Moonwire

/// What a field of the hash contains: `1796000000000000 1x9k.7 {"integer":5}`, or `1796000000000000 1x9k.7 removed`.
///
/// The first number is the time of the write by the server's clock, in microseconds; the mark has the name of its writer, and its number.
struct StoredField: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case value(PlainValue)
        case removed
        /// A value that no store wrote.
        case foreign(String)
    }

    /// Where times end: the server's Lua represents integers exactly below.
    private static let end: Int64 = 1 << 53 - 1

    let time: Int64
    let content: Content

    init(_ stored: String) {
        let parts = stored.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, !parts[1].isEmpty, let time = Int64(parts[0]), (1..<Self.end).contains(time),
            let content = Content(parts[2])
        {
            (self.time, self.content) = (time, content)
        } else {
            (time, content) = (0, .foreign(stored))
        }
    }
}

extension StoredField.Content {
    private static let removedText = "removed"

    fileprivate init?(_ text: Substring) {
        if text == Self.removedText {
            self = .removed
        } else if let value = try? JSONDecoder.ofStore.decode(TaggedValue.self, from: Data(text.utf8)) {
            self = .value(value.value)
        } else {
            return nil
        }
    }

    /// The content of a field without its time.
    static func text(of value: PlainValue?) throws(UnstorableValue) -> String {
        guard let value else { return removedText }
        guard value.isShallow else {
            throw UnstorableValue(reason: "lists and maps may be nested at most 100 levels deep")
        }
        guard let data = try? JSONEncoder.ofStore.encode(TaggedValue(value: value)),
            // What cannot be read would lose the value: a null, or a number that is not equal to itself.
            (try? JSONDecoder.ofStore.decode(TaggedValue.self, from: data))?.value == value
        else { throw UnstorableValue(reason: "a Redis store cannot keep \(value)") }
        return String(decoding: data, as: UTF8.self)
    }
}

/// A value that no field can contain.
struct UnstorableValue: Error {
    let reason: String
}

extension JSONDecoder {
    fileprivate static var ofStore: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}

extension JSONEncoder {
    fileprivate static var ofStore: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }
}

extension PlainValue {
    fileprivate var isShallow: Bool { isNested(atMost: 100) }

    private func isNested(atMost depth: Int) -> Bool {
        switch self {
        case .list(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
        case .map(let entries): depth > 0 && entries.values.allSatisfy { $0.isNested(atMost: depth - 1) }
        default: true
        }
    }
}
