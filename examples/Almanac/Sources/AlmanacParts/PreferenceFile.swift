import Foundation
import Moonwire
import Synchronization

/// Stores the preferences of a site in a hidden file of its folder.
public final class PreferenceFile: PreferenceStore {
    public static let name = ".almanac.json"

    private let url: URL
    private let turn = Mutex(())

    public init(in folder: String) {
        url = URL(filePath: SitePath.join(folder, Self.name))
    }

    public func read(_ key: String) throws -> PlainValue? { try turn.withLock { _ in try values()[key] } }

    public func write(_ value: PlainValue, for key: String) throws { try change { $0[key] = value } }

    public func remove(_ key: String) throws { try change { $0[key] = nil } }

    public func move(_ former: String, to key: String) throws {
        try change { values in
            guard former != key, let value = values.removeValue(forKey: former) else { return }
            if values[key] == nil { values[key] = value }
        }
    }

    private func change(_ body: (inout [String: PlainValue]) -> Void) throws {
        try turn.withLock { _ in
            var values = try values()
            body(&values)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(values.mapValues(StoredValue.init)).write(to: url, options: .atomic)
        }
        announceChange()
    }

    private func values() throws -> [String: PlainValue] {
        guard let data = FileManager.default.contents(atPath: url.path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: StoredValue].self, from: data).mapValues(\.value)
        } catch {
            throw UnreadablePreference(found: "no preference of almanac")
        }
    }
}

/// A plain value with its kind, which JSON does not distinguish: an integer is not a number there.
private indirect enum StoredValue: Codable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case data(Data)
    case list([StoredValue])
    case map([String: StoredValue])
    case table([[StoredValue]])

    init(_ value: PlainValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .data(let data): self = .data(data)
        case .list(let values): self = .list(values.map(StoredValue.init))
        case .map(let values): self = .map(values.mapValues(StoredValue.init))
        case .table(let values): self = .table(values.map { [StoredValue($0.key), StoredValue($0.value)] })
        }
    }

    var value: PlainValue {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .data(let data): .data(data)
        case .list(let values): .list(values.map(\.value))
        case .map(let values): .map(values.mapValues(\.value))
        case .table(let pairs):
            .table(
                Dictionary(
                    pairs.compactMap { $0.count == 2 ? ($0[0].value, $0[1].value) : nil }, uniquingKeysWith: { $1 }))
        }
    }
}
