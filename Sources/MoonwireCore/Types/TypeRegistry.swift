#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The types that scripts may name: from their exposures, or from a manifest when the program is not at hand.
public struct TypeRegistry: Sendable {
    /// A type with its exposure, which a manifest cannot give.
    final class Entry: Sendable {
        let description: TypeDescription
        let exposure: Exposure?

        init(description: TypeDescription, exposure: Exposure?) {
            self.description = description
            self.exposure = exposure
        }
    }

    /// What looking for a name found.
    enum Lookup {
        case found(Entry)
        case ambiguous([String])
        case unknown
    }

    private struct Manifest: Codable {
        static let version = 1

        let version: Int
        let types: [TypeDescription]
        let scopes: [String]
    }

    private let entries: [Entry]
    private let index: NameIndex
    /// By the number of a name in the index, the types that have it.
    private let byName: [[Int]]
    private let byType: [ObjectIdentifier: Int]
    /// The scopes that definitions may name.
    public let scopes: [String]
    /// Whether the types are those of this program, and not of a manifest.
    let isOfProgram: Bool

    /// The types of an application; throws ``ContainerError`` when a subclass forgot its own exposure.
    public init(_ types: [any Exposed.Type], exposures: [Exposure] = []) throws {
        let forgotten = types.filter { $0.exposure.type != $0 }
        guard forgotten.isEmpty else { throw ContainerError(forgotten.map { .exposureOfBase($0, $0.exposure.type) }) }
        var seen: Set<ObjectIdentifier> = []
        let all = (types.map { $0.exposure } + exposures).filter { seen.insert(ObjectIdentifier($0.type)).inserted }
        self.init(
            entries: all.map { Entry(description: $0.description, exposure: $0) }, scopes: Self.ownScopes,
            isOfProgram: true)
    }

    /// The types that a manifest lists; throws ``ContainerError`` for one of another version.
    public init(manifest: Data) throws {
        let read = try JSONDecoder().decode(Manifest.self, from: manifest)
        guard read.version == Manifest.version else { throw ContainerError(.manifestVersion(read.version)) }
        self.init(
            entries: read.types.map { Entry(description: $0, exposure: nil) }, scopes: read.scopes, isOfProgram: false)
    }

    private init(entries: [Entry], scopes: [String], isOfProgram: Bool) {
        self.entries = entries
        self.scopes = scopes
        self.isOfProgram = isOfProgram
        var index = NameIndex()
        var byName: [[Int]] = []
        func add(_ name: String, _ place: Int) {
            let (isNew, number) = index.insert(name)
            if isNew { byName.append([]) }
            byName[number].append(place)
        }
        var types: [ObjectIdentifier: Int] = [:]
        for (place, entry) in entries.enumerated() {
            add(entry.description.name, place)
            if entry.description.qualifiedName != entry.description.name { add(entry.description.qualifiedName, place) }
            if let exposure = entry.exposure { types[ObjectIdentifier(exposure.type)] = place }
        }
        self.index = index
        self.byName = byName
        byType = types
    }

    /// All that a checker needs to know of the types, as JSON with sorted keys.
    public func manifest() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let manifest = Manifest(version: Manifest.version, types: entries.map(\.description), scopes: scopes)
        return try encoder.encode(manifest)
    }

    /// The names by which scripts may use the types.
    public var names: [String] { entries.map(\.description.name) }

    /// The exposures of the types, in the order in which they were given.
    public var exposures: [Exposure] { entries.compactMap(\.exposure) }

    /// What is known of the types, in the order in which they were given.
    package var known: [TypeDescription] { entries.map(\.description) }

    /// What is known of the types, with the slots of those that are at hand.
    var descriptions: [(TypeDescription, SlotTable?)] { entries.map { ($0.description, $0.exposure?.slots) } }

    func lookup(_ name: String) -> Lookup {
        guard let number = index[name], let first = byName[number].first else { return .unknown }
        let found = byName[number]
        return found.count == 1
            ? .found(entries[first]) : .ambiguous(found.map { entries[$0].description.qualifiedName })
    }

    func entry(named name: String) -> Entry? {
        if case .found(let entry) = lookup(name) { entry } else { nil }
    }

    func exposure(of type: Any.Type) -> Exposure? {
        byType[ObjectIdentifier(type)].flatMap { entries[$0].exposure }
    }

    private static let ownScopes = Scope.allCases.map(\.rawValue)
}
