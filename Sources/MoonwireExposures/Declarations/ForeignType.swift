/// A type of another module with an exposure that this module declares.
struct ForeignType: Sendable, Equatable {
    let name: String
    let module: String

    /// The types that a module exposes in extensions of another module.
    static func all(in graph: SymbolGraph, extending module: String) -> [ForeignType] {
        let exposed = Set(graph.relationships.filter { $0.targetFallback == TypeDeclaration.exposed }.map(\.source))
        let owners = Dictionary(
            graph.relationships.filter { $0.kind == "memberOf" }.map { ($0.source, $0.target) },
            uniquingKeysWith: { first, _ in first })
        return graph.symbols.compactMap { symbol in
            guard symbol.kind.identifier == "swift.type.property", symbol.pathComponents.last == "exposure" else {
                return nil
            }
            guard let owner = owners[symbol.identifier.precise], exposed.contains(owner) else { return nil }
            return ForeignType(name: symbol.pathComponents.dropLast().joined(separator: "."), module: module)
        }
    }
}
