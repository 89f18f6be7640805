public import MoonwireSupport
import MoonwireValues

/// The types that scripts can use: from their exposures, or from a manifest if the program is not available.
public struct TypeRegistry: Sendable {
    /// A type with its exposure, which a manifest does not have.
    package final class Entry: Sendable {
        package let description: TypeDescription
        package let exposed: (any ExposedType)?

        init(description: TypeDescription, exposed: (any ExposedType)?) {
            self.description = description
            self.exposed = exposed
        }
    }

    /// The result of looking up a name.
    package enum Lookup {
        case found(Entry)
        case ambiguous([String])
        case unknown
    }

    /// In one object: a copy of a registry, which a call can need, counts references to each part.
    private let contents: Contents

    /// The types of a program.
    ///
    /// - Parameters:
    /// - ofObjects: What objects of types with several exposures have.
    /// - scopes: The scopes that definitions can have.
    /// - ownTypes: Returns the exposure that a type declares itself.
    package init(
        _ types: [any ExposedType], ofObjects: [any ExposedType] = [], scopes: [String],
        ownTypes: @escaping @Sendable (Any.Type) -> (any ExposedType)?
    ) {
        self.init(
            entries: types.map { Entry(description: $0.description, exposed: $0) }, ofObjects: ofObjects,
            scopes: scopes, isOfProgram: true, ownTypes: ownTypes)
    }

    /// Creates the registry from a manifest; throws ``ContainerError`` for an unknown version, and for content that no exposure
    /// can have.
    public init(manifest: Data) throws {
        let read = try JSONDecoder().decode(Manifest.self, from: manifest)
        let faults = ManifestFaults.check(read.types)
        guard faults.isEmpty else { throw ContainerError(faults) }
        self.init(
            entries: read.types.map { Entry(description: $0, exposed: nil) }, ofObjects: [], scopes: read.scopes,
            isOfProgram: false, ownTypes: { _ in nil })
    }

    private init(
        entries: [Entry], ofObjects: [any ExposedType], scopes: [String], isOfProgram: Bool,
        ownTypes: @escaping @Sendable (Any.Type) -> (any ExposedType)?
    ) {
        contents = Contents(
            entries: entries, ofObjects: ofObjects, scopes: scopes, isOfProgram: isOfProgram, ownTypes: ownTypes)
    }

    package var entries: [Entry] { contents.entries }

    /// The scopes that definitions can have.
    public var scopes: [String] { contents.scopes }

    /// Whether the types are those of this program, and not of a manifest.
    var isOfProgram: Bool { contents.isOfProgram }

    /// Whether a type exposes an asynchronous member.
    var hasAsynchronousMembers: Bool { contents.hasAsynchronousMembers }

    /// Whether an exposure states what the declarations of slots contain.
    var statesSlots: Bool { contents.statesSlots }

    /// Returns the description of the types for checks without the program, as JSON with sorted keys and one line for each type.
    public func manifest() throws -> Data { try Manifest(types: entries.map(\.description), scopes: scopes).data() }

    /// The shortest unambiguous name of each type, in the order in which the types were passed.
    public var names: [String] { contents.names }

    /// The descriptions of the types, in the order in which they were given.
    package var known: [TypeDescription] { entries.map(\.description) }

    /// The descriptions of the types, with the names of the available owners of slots.
    var descriptions: [(TypeDescription, [[String]]?)] { entries.map { ($0.description, $0.exposed?.ownerNames) } }

    package func lookup(_ name: String) -> Lookup {
        guard let number = contents.index[name], let first = contents.byName[number].first else { return .unknown }
        let found = contents.byName[number]
        if found.count == 1 { return .found(entries[first]) }
        let exact = found.filter { entries[$0].description.qualifiedName == name }
        return exact.count == 1
            ? .found(entries[exact[0]]) : .ambiguous(found.map { names[$0] })
    }

    package func entry(named name: String) -> Entry? {
        if case .found(let entry) = lookup(name) { entry } else { nil }
    }

    /// The exposed subclasses of a class, by its qualified name.
    func subclasses(of name: String) -> [TypeDescription] {
        (contents.classes[name] ?? []).map { entries[$0].description }
    }

    package func exposedType(of type: Any.Type) -> (any ExposedType)? { exposedType(ofObjects: ObjectIdentifier(type)) }

    /// The exposed type whose instances are represented by objects of that type.
    package func exposedType(ofObjects type: ObjectIdentifier) -> (any ExposedType)? {
        contents.byType[type]
    }

    /// The exposure of a type, which need not be among these types if it declares one itself.
    func ownType(of type: Any.Type) -> (any ExposedType)? { exposedType(of: type) ?? contents.ownTypes(type) }
}

extension TypeRegistry {
    /// The types, and the tables by which they are found.
    private final class Contents: Sendable {
        let entries: [Entry]
        let scopes: [String]
        let names: [String]
        let index: NameIndex
        /// By the number of a name in the index, the types that have it.
        let byName: [[Int]]
        /// By the type, and by the type of its objects.
        let byType: [ObjectIdentifier: any ExposedType]
        /// By the qualified name of a type that classes provide, these classes.
        let classes: [String: [Int]]
        let isOfProgram: Bool
        let hasAsynchronousMembers: Bool
        let statesSlots: Bool
        /// The exposure that a type of the program declares, whether or not it is among these types.
        let ownTypes: @Sendable (Any.Type) -> (any ExposedType)?

        init(
            entries: [Entry], ofObjects: [any ExposedType], scopes: [String], isOfProgram: Bool,
            ownTypes: @escaping @Sendable (Any.Type) -> (any ExposedType)?
        ) {
            self.ownTypes = ownTypes
            self.entries = entries
            self.scopes = scopes
            self.isOfProgram = isOfProgram
            hasAsynchronousMembers = entries.contains { $0.description.hasAsynchronousMembers }
            statesSlots = entries.contains { $0.description.statesSlots }
            var index = NameIndex()
            var byName: [[Int]] = []
            func add(_ name: String, _ position: Int) {
                let (isNew, number) = index.insert(name)
                if isNew { byName.append([]) }
                byName[number].append(position)
            }
            let spellings = entries.map(\.description.spellings)
            var types: [ObjectIdentifier: any ExposedType] = [:]
            func add(_ exposed: any ExposedType) {
                types[ObjectIdentifier(exposed.type)] = exposed
                types[exposed.objectType] = exposed
            }
            var classes: [String: [Int]] = [:]
            for (position, entry) in entries.enumerated() {
                if entry.description.isClass {
                    for name in Set(entry.description.providedTypes) { classes[name, default: []].append(position) }
                }
                for name in spellings[position] { add(name, position) }
                if let exposed = entry.exposed { add(exposed) }
            }
            for exposed in ofObjects { add(exposed) }
            self.index = index
            self.byName = byName
            byType = types
            self.classes = classes
            names = zip(entries, spellings).map { entry, spellings in
                spellings.first { index[$0].map { byName[$0].count == 1 } ?? false } ?? entry.description.qualifiedName
            }
        }
    }
}
