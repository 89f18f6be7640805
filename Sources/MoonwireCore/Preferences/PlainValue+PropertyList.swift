import Foundation
import MoonwireValues

extension PlainValue {
    /// Reads the value of a key in a property list; throws ``UnreadablePreference`` for a date, with the date.
    init(storedObject object: Any) throws {
        if let date = unwrappedValue(object) as? Date { throw UnreadablePreference(date: date) }
        try self.init(propertyList: object)
    }

    /// Reads the contents of a property list; throws ``UnreadablePreference`` for dates and the like.
    private init(propertyList object: Any) throws {
        switch unwrappedValue(object) {
        case let text as String: self = .text(text)
        case let data as Data: self = .data(data)
        case let elements as [Any]: self = .list(try elements.map { try PlainValue(propertyList: $0) })
        case let entries as [String: Any]: self = .map(try entries.mapValues { try PlainValue(propertyList: $0) })
        case let number as NSNumber: self = try PlainValue(number)
        case let other:
            let type = typeName(type(of: other)).lowercased()
            throw UnreadablePreference(found: "a \(type.hasPrefix("ns") || type.hasPrefix("__ns") ? "date" : type)")
        }
    }

    private init(_ number: NSNumber) throws {
        switch String(cString: number.objCType) {
        case "c", "B": self = .boolean(number.boolValue)
        case "d", "f": self = .number(number.doubleValue)
        case "Q" where number.uint64Value > UInt64(Int64.max):
            throw UnreadablePreference(found: "the integer \(number.uint64Value)")
        default: self = .integer(number.int64Value)
        }
    }

    /// The value for a property list; throws ``UnstorableNull`` for a null in it, ``UnstorableKey`` for a key that is not a string.
    var propertyList: Any {
        get throws {
            switch self {
            case .null: throw UnstorableNull()
            case .boolean(let value): value
            case .integer(let value): value
            case .number(let value): value
            case .text(let value): value
            case .data(let value): value
            case .list(let elements): try elements.map { try $0.propertyList }
            case .map(let entries): try entries.mapValues { try $0.propertyList }
            case .table: throw UnstorableKey()
            }
        }
    }
}

/// A key that is not a string cannot be stored in the user defaults.
struct UnstorableKey: Error, CustomStringConvertible {
    var description: String { "user defaults cannot store a map whose keys are not strings" }
}

/// A null cannot be stored in the user defaults.
struct UnstorableNull: Error, CustomStringConvertible {
    var description: String { "user defaults cannot store a null" }
}

/// A value that a property list could store but not read.
struct UnstorableNesting: Error, CustomStringConvertible {
    var description: String { "property lists cannot store lists and maps that are nested more than 500 levels deep" }
}
