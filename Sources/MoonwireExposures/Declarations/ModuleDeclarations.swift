/// The declarations of a module that concern exposures.
struct ModuleDeclarations: Sendable {
    /// The name of the module.
    let name: String
    let types: [TypeDeclaration]
    let protocols: [String: ProtocolDeclaration]
    /// The names of declarations that other files cannot use, unless others have the same name.
    let hiddenNames: Set<String>
    /// Types that are other names of functions, by their identifiers.
    let functionAliases: Set<String>
    /// The types of other modules that the module exposes.
    let foreignTypes: [ForeignType]
    /// The keys that are written by hand, by their extended types: `ServiceKey.jaguar`, `Preferences.Key.volume`.
    var handWrittenKeys: Set<String> = []
    private let positions: [String: Int]

    init(_ graph: SymbolGraph, extensions: [String: SymbolGraph]) {
        foreignTypes = extensions.flatMap { ForeignType.all(in: $1, extending: $0) }
        handWrittenKeys = Set(
            extensions.values.flatMap(\.symbols).filter { $0.kind.identifier == "swift.type.property" }
                .map { $0.pathComponents.joined(separator: ".") })
        name = graph.module.name
        var reader = DeclarationReader(graph)
        reader.read()
        types = reader.types.sorted { $0.path.lexicographicallyPrecedes($1.path) }
        protocols = reader.protocols
        hiddenNames = reader.hiddenNames.subtracting(reader.visibleNames)
        functionAliases = reader.functionAliases
        positions = Dictionary(
            types.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func type(_ identifier: String) -> TypeDeclaration? { positions[identifier].map { types[$0] } }

    /// The type and its superclasses in the module, the type first.
    func hierarchy(of type: TypeDeclaration) -> [TypeDeclaration] {
        var result = [type]
        while let next = result.last?.superclass.flatMap({ self.type($0) }), result.count < types.count + 1 {
            result.append(next)
        }
        return result
    }

    /// Whether the type, or a superclass in the module, conforms to `Exposed`.
    func isExposed(_ type: TypeDeclaration) -> Bool {
        hierarchy(of: type).contains { $0.conforms(to: TypeDeclaration.exposed) }
    }
}
