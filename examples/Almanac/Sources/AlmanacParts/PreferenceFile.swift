import Foundation
import Moonwire
import Synchronization

/// Keeps the preferences of a site in a hidden file of its folder.
public final class PreferenceFile: PreferenceStore {
    public static let name = ".almanac.json"

    private let url: URL
    private let turn = Mutex(())

    public init(in folder: String) {
        url = URL(filePath: SitePath.join(folder, Self.name))
    }

    public func read(_ key: String) throws -> Value? { try turn.withLock { _ in try values()[key] } }

    public func write(_ value: Value, for key: String) throws { try change { $0[key] = value } }

    public func remove(_ key: String) throws { try change { $0[key] = nil } }

    private func change(_ body: (inout [String: Value]) -> Void) throws {
        try turn.withLock { _ in
            var values = try values()
            body(&values)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(values.mapValues(JSONValue.init)).write(to: url, options: .atomic)
        }
        announceChange()
    }

    private func values() throws -> [String: Value] {
        guard let data = FileManager.default.contents(atPath: url.path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: JSONValue].self, from: data).mapValues(\.value)
        } catch {
            throw UnreadablePreference(found: "no JSON")
        }
    }
}

/// A plain value as JSON has it.
private struct JSONValue: Codable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let flag = try? single.decode(Bool.self) {
            value = .boolean(flag)
        } else if let integer = try? single.decode(Int64.self) {
            value = .integer(integer)
        } else if let number = try? single.decode(Double.self) {
            value = .number(number)
        } else if let text = try? single.decode(String.self) {
            value = .text(text)
        } else if let list = try? single.decode([JSONValue].self) {
            value = .list(list.map(\.value))
        } else {
            value = .map(try single.decode([String: JSONValue].self).mapValues(\.value))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        switch value {
        case .null: try single.encodeNil()
        case .boolean(let flag): try single.encode(flag)
        case .integer(let integer): try single.encode(integer)
        case .number(let number): try single.encode(number)
        case .text(let text): try single.encode(text)
        case .data(let data): try single.encode(data)
        case .list(let values): try single.encode(values.map(JSONValue.init))
        case .map(let values): try single.encode(values.mapValues(JSONValue.init))
        }
    }
}
