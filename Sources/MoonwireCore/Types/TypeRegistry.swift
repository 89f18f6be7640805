public import MoonwireSupport
package import MoonwireValues

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
        static let version = 2

        let version: Int
        let types: [TypeDescription]
        let scopes: [String]
    }

    private let entries: [Entry]
    private let index: NameIndex
    /// By the number of a name in the index, the types that have it.
    private let byName: [[Int]]
    private let byType: [ObjectIdentifier: Int]
    /// By the qualified name of a type that classes provide, these classes.
    private let classes: [String: [Int]]
    /// The scopes that definitions may name.
    public let scopes: [String]
    /// Whether the types are those of this program, and not of a manifest.
    let isOfProgram: Bool

    /// The types of an application; throws ``ContainerError`` when a subclass forgot its own exposure, or when
    /// one exposes a name twice.
    public init(_ types: [any Exposed.Type], exposures: [Exposure] = []) throws {
        let forgotten = types.filter { $0.exposure.type != $0 }
        guard forgotten.isEmpty else { throw ContainerError(forgotten.map { .exposureOfBase($0, $0.exposure.type) }) }
        var seen: Set<ObjectIdentifier> = []
        let all = (types.map { $0.exposure } + exposures).filter { seen.insert(ObjectIdentifier($0.type)).inserted }
        let faults = all.flatMap(\.faults)
        guard faults.isEmpty else { throw ContainerError(faults) }
        self.init(
            entries: all.map { Entry(description: $0.description, exposure: $0) }, scopes: Self.ownScopes,
            isOfProgram: true)
    }

    /// The types that a manifest lists; throws ``ContainerError`` for one of another version, and for one that describes what no
    /// exposure has.
    public init(manifest: Data) throws {
        let read = try JSONDecoder().decode(Manifest.self, from: manifest)
        guard read.version == Manifest.version else { throw ContainerError(.manifestVersion(read.version)) }
        let faults = ManifestFaults.check(read.types)
        guard faults.isEmpty else { throw ContainerError(faults) }
        self.init(
            entries: read.types.map { Entry(description: $0, exposure: nil) }, scopes: read.scopes, isOfProgram: false)
    }

    private init(entries: [Entry], scopes: [String], isOfProgram: Bool) {
        self.entries = entries
        self.scopes = scopes
        self.isOfProgram = isOfProgram
        var index = NameIndex()
        var byName: [[Int]] = []
        func add(_ name: String, _ position: Int) {
            let (isNew, number) = index.insert(name)
            if isNew { byName.append([]) }
            byName[number].append(position)
        }
        var types: [ObjectIdentifier: Int] = [:]
        var classes: [String: [Int]] = [:]
        for (position, entry) in entries.enumerated() {
            if entry.description.isClass {
                for name in Set(entry.description.providedTypes) { classes[name, default: []].append(position) }
            }
            for name in entry.description.spellings { add(name, position) }
            if let exposure = entry.exposure { types[ObjectIdentifier(exposure.type)] = position }
        }
        self.index = index
        self.byName = byName
        byType = types
        self.classes = classes
        names = entries.map { shortestName(of: $0.description) }
    }

    /// All that a checker needs to know of the types, as JSON with sorted keys.
    public func manifest() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let manifest = Manifest(version: Manifest.version, types: entries.map(\.description), scopes: scopes)
        return try encoder.encode(manifest)
    }

    /// The shortest name of each type that scripts may use, in the order in which the types were given.
    public private(set) var names: [String] = []

    private func shortestName(of type: TypeDescription) -> String {
        let isUnique = { (name: String) in index[name].map { byName[$0].count == 1 } ?? false }
        return type.spellings.first(where: isUnique) ?? type.qualifiedName
    }

    /// The types by their shortest names; without an exposure when only a manifest describes them.
    package var named: [(name: String, exposure: Exposure?)] {
        zip(names, entries).map { ($0, $1.exposure) }
    }

    /// The exposure of a type by any of its names; nil when only a manifest describes it.
    package func exposure(named name: String, at location: ScriptLocation?) throws -> Exposure? {
        switch lookup(name) {
        case .found(let entry): return entry.exposure
        case .ambiguous(let candidates): throw ContainerError(.ambiguousType(name, candidates).at(location))
        case .unknown:
            throw ContainerError(
                .unknownType(name, near: Suggestions(among: names).nearest(to: name), known: names).at(location))
        }
    }

    /// The exposures of the types, in the order in which they were given.
    public var exposures: [Exposure] { entries.compactMap(\.exposure) }

    /// What is known of the types, in the order in which they were given.
    package var known: [TypeDescription] { entries.map(\.description) }

    /// What is known of the types, with the slots of those that are at hand.
    var descriptions: [(TypeDescription, SlotTable?)] { entries.map { ($0.description, $0.exposure?.slots) } }

    func lookup(_ name: String) -> Lookup {
        guard let number = index[name], let first = byName[number].first else { return .unknown }
        let found = byName[number]
        if found.count == 1 { return .found(entries[first]) }
        let exact = found.filter { entries[$0].description.qualifiedName == name }
        return exact.count == 1
            ? .found(entries[exact[0]]) : .ambiguous(found.map { shortestName(of: entries[$0].description) })
    }

    func entry(named name: String) -> Entry? {
        if case .found(let entry) = lookup(name) { entry } else { nil }
    }

    /// The exposed subclasses of a class, by its qualified name.
    func subclasses(of name: String) -> [TypeDescription] {
        (classes[name] ?? []).map { entries[$0].description }
    }

    func exposure(of type: Any.Type) -> Exposure? {
        byType[ObjectIdentifier(type)].flatMap { entries[$0].exposure }
    }

    private static let ownScopes = Scope.allCases.map(\.rawValue)
}
