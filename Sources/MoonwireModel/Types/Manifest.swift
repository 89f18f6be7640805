import MoonwireSupport
import MoonwireValues

/// The descriptions of types, written to a file for checks without the program.
struct Manifest {
    /// The version that is written; ``formerVersion`` is read, too.
    static let version = 3
    /// The version that states every field.
    static let formerVersion = 2

    let types: [TypeDescription]
    let scopes: [String]

    /// JSON with sorted keys and one line for each type, so that versions of a manifest can be compared.
    func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data("{\"scopes\":".utf8)
        data += try encoder.encode(scopes)
        data += Data(",\"types\":[\n".utf8)
        for (position, type) in types.enumerated() {
            if position > 0 { data += Data(",\n".utf8) }
            data += try encoder.encode(type)
        }
        data += Data("\n],\"version\":\(Self.version)}".utf8)
        return data
    }
}

extension Manifest: Decodable {
    private enum CodingKeys: CodingKey { case version, types, scopes }

    /// Reads a manifest; throws ``ContainerError`` for an unknown version, whatever else it contains.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard [Self.version, Self.formerVersion].contains(version) else {
            throw ContainerError(.manifestVersion(version))
        }
        types = try container.decode([TypeDescription].self, forKey: .types)
        scopes = try container.decode([String].self, forKey: .scopes)
    }
}
