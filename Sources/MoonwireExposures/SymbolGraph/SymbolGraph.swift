import Foundation

/// The declarations of a module, as the compiler writes them.
struct SymbolGraph: Decodable, Sendable {
    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]

    struct Module: Decodable, Sendable {
        let name: String
    }

    init(json: Data) throws {
        self = try JSONDecoder().decode(SymbolGraph.self, from: json)
    }
}

/// A connection of two symbols.
struct Relationship: Decodable, Sendable {
    let kind: String
    let source: String
    let target: String
    /// The name of a target in another module, with its module.
    let targetFallback: String?
    /// The conditions of a conformance; not read further, because their presence is enough.
    let swiftConstraints: [Constraint]?
    /// The requirement that a member satisfies.
    let sourceOrigin: Origin?

    struct Constraint: Decodable, Sendable {}

    struct Origin: Decodable, Sendable {
        let identifier: String
    }
}
