/// Collects the declarations of a symbol graph.
struct DeclarationReader {
    private(set) var types: [TypeDeclaration] = []
    private(set) var protocols: [String: ProtocolDeclaration] = [:]
    private(set) var hiddenNames: Set<String> = []
    private(set) var visibleNames: Set<String> = []
    private(set) var functionAliases: Set<String> = []
    private let graph: SymbolGraph
    private let symbols: [String: Symbol]
    private let globalActors: Set<String>
    private var positions: [String: Int] = [:]

    init(_ graph: SymbolGraph) {
        self.graph = graph
        symbols = Dictionary(
            graph.symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
        let actors = graph.relationships.filter { $0.targetFallback == "_Concurrency.GlobalActor" }
        globalActors = Set(actors.map(\.source)).union(["s:ScM"])
    }

    mutating func read() {
        for symbol in graph.symbols {
            note(symbol)
            if let type = type(symbol) {
                positions[type.identifier] = types.count
                types.append(type)
            } else if symbol.kind.identifier == "swift.protocol" {
                protocols[symbol.identifier.precise] = ProtocolDeclaration(symbol)
            } else if symbol.kind.identifier == "swift.typealias",
                let value = symbol.declarationFragments.text.split(separator: "=", maxSplits: 1).last,
                BalancedText(String(value)).hasTopLevelArrow
            {
                functionAliases.insert(symbol.identifier.precise)
            }
        }
        readRelationships()
    }

    private mutating func note(_ symbol: Symbol) {
        guard let name = symbol.pathComponents.last?.prefix(while: { $0 != "(" }), name != "init" else { return }
        if AccessLevel(symbol.accessLevel) == .hidden {
            hiddenNames.insert(String(name))
        } else {
            visibleNames.insert(String(name))
        }
    }

    private func type(_ symbol: Symbol) -> TypeDeclaration? {
        let fragments = symbol.declarationFragments
        let kind: TypeDeclaration.Kind
        switch symbol.kind.identifier {
        case "swift.class" where fragments.contains { $0.spelling == "actor" && $0.kind == "keyword" }: kind = .actor
        case "swift.class": kind = fragments.hasKeyword("final") ? .finalClass : .class
        case "swift.struct": kind = .structure
        case "swift.enum": kind = .enumeration
        default: return nil
        }
        return TypeDeclaration(
            identifier: symbol.identifier.precise, path: symbol.pathComponents, kind: kind,
            declaration: Declaration(symbol), isolation: globalActor(of: symbol),
            typeParameters: symbol.swiftGenerics?.parameters?.map(\.name) ?? [])
    }

    private mutating func readRelationships() {
        for relationship in graph.relationships {
            switch relationship.kind {
            case "conformsTo":
                guard let position = positions[relationship.source] else { continue }
                let conformance = TypeDeclaration.Conformance(
                    identifier: relationship.target, foreignName: relationship.targetFallback,
                    isConditional: relationship.swiftConstraints?.isEmpty == false)
                types[position].conformances.append(conformance)
            case "inheritsFrom":
                guard let position = positions[relationship.source] else { continue }
                types[position].superclass = relationship.target
            case "memberOf":
                guard let position = positions[relationship.target], let symbol = symbols[relationship.source] else {
                    continue
                }
                add(symbol, at: position, origin: relationship.sourceOrigin?.identifier)
            default: continue
            }
        }
    }

    private mutating func add(_ symbol: Symbol, at position: Int, origin: String?) {
        let type = types[position]
        let isolation = isolation(of: symbol, in: type)
        func function(_ role: FunctionDeclaration.Role) -> FunctionDeclaration {
            FunctionDeclaration(symbol, role: role, isolation: isolation, typeParameters: type.typeParameters)
        }
        switch symbol.kind.identifier {
        case "swift.init":
            // Not one that satisfies a requirement of another module, as `init(from:)` does.
            if let origin, symbols[origin] == nil { return }
            types[position].functions.append(function(.initializer))
        case "swift.method": types[position].functions.append(function(.method))
        case "swift.type.method": types[position].functions.append(function(.staticMethod))
        case "swift.property", "swift.type.property":
            let isStatic = symbol.kind.identifier == "swift.type.property"
            types[position].properties.append(PropertyDeclaration(symbol, isStatic: isStatic, isolation: isolation))
        default: break
        }
    }

    /// The members of an actor are isolated to it, apart from its initializers, static members, and constants.
    private func isolation(of symbol: Symbol, in type: TypeDeclaration) -> Isolation {
        let isolation = globalActor(of: symbol)
        let fragments = symbol.declarationFragments
        guard isolation == .none, type.kind == .actor, !fragments.hasKeyword("nonisolated") else { return isolation }
        switch symbol.kind.identifier {
        case "swift.method": return .actor
        case "swift.property" where !fragments.hasKeyword("let"): return .actor
        default: return .none
        }
    }

    private func globalActor(of symbol: Symbol) -> Isolation {
        let isProperty = symbol.kind.identifier.hasSuffix("property")
        // An attribute of a function that another module declares is a global actor, or a result builder, which is rare; that of a
        // property is rather a property wrapper.
        let actor = symbol.declarationFragments.attributes.first {
            globalActors.contains($0.identifier) || (!isProperty && symbols[$0.identifier] == nil)
        }
        return actor.map { .globalActor($0.name) } ?? .none
    }
}
