import Foundation

/// A value of JSON.
enum JSON: Sendable, Hashable, Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // The most frequent kinds first.
        if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let object = try? value.decode([String: JSON].self) {
            self = .object(object)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    /// The value as messages show it.
    var phrase: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// What a graph contains that its shape does not allow.
struct GraphError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads an object of JSON, each of whose keys must be known: what is not read would be lost without notice.
struct Fields {
    private let object: [String: JSON]
    private let place: String
    private var unread: Set<String>

    init(_ value: JSON, in place: String) throws {
        guard case .object(let object) = value else {
            throw GraphError("\(place): expected an object, got \(value.phrase)")
        }
        self.object = object
        self.place = place
        unread = Set(object.keys)
    }

    /// The id, for messages.
    var id: String? { if case .string(let id)? = object["id"] { id } else { nil } }

    mutating func value(_ key: String) -> JSON? {
        unread.remove(key)
        return object[key]
    }

    mutating func string(_ key: String) throws -> String? {
        guard let value = value(key), value != .null else { return nil }
        guard case .string(let string) = value else { throw wrong(key, "a string", value) }
        return string
    }

    mutating func boolean(_ key: String) throws -> Bool? {
        guard let value = value(key), value != .null else { return nil }
        guard case .boolean(let boolean) = value else { throw wrong(key, "true or false", value) }
        return boolean
    }

    mutating func integer(_ key: String) throws -> Int? {
        guard let value = value(key), value != .null else { return nil }
        guard case .integer(let integer) = value else { throw wrong(key, "an integer", value) }
        return Int(integer)
    }

    mutating func list(_ key: String) throws -> [JSON] {
        guard let value = value(key), value != .null else { return [] }
        guard case .list(let list) = value else { throw wrong(key, "a list", value) }
        return list
    }

    mutating func entries(_ key: String) throws -> [(key: String, value: JSON)] {
        guard let value = value(key), value != .null else { return [] }
        // An empty list is an empty object in the language of the data.
        if value == .list([]) { return [] }
        guard case .object(let entries) = value else { throw wrong(key, "an object", value) }
        return entries.sorted { $0.key < $1.key }
    }

    /// Throws if a key was not read.
    func finish() throws {
        guard let key = unread.min() else { return }
        throw GraphError("\(place): unknown key \"\(key)\"")
    }

    private func wrong(_ key: String, _ expected: String, _ found: JSON) -> GraphError {
        GraphError("\(place): \"\(key)\" expects \(expected), got \(found.phrase)")
    }
}
