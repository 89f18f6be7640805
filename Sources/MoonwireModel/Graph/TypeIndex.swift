import MoonwireValues

/// The services of each type, by the qualified names of types.
///
/// Aliases, and services that a decorator wraps, are not among them.
struct TypeIndex {
    private let graph: DefinitionGraph
    private var byName: [String: [Int]] = [:]
    /// The names of what the exposed types provide, by the qualified name of the type.
    private var namesOfTypes: [String: Set<String>] = [:]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        for position in graph.definitions.indices where graph.definitions[position].isSelectable {
            for name in types(ofServiceAt: position) where !Self.fitsAnything(name) {
                byName[name, default: []].append(position)
            }
        }
    }

    /// Whether the type takes any object, so that it selects nothing.
    static func fitsAnything(_ name: String) -> Bool { name == "Swift.AnyObject" || name == "Any" }

    /// The positions of the services of a type or a composition of protocols, in written order.
    mutating func services(of type: String) -> [Int] {
        if let known = byName[type] { return known }
        let parts = existentialParts(type)
        guard parts.count > 1 else { return byName[parts.first ?? type] ?? [] }
        let sets = parts.dropFirst().map { Set(byName[$0] ?? []) }
        let services = (byName[parts[0]] ?? []).filter { service in sets.allSatisfy { $0.contains(service) } }
        byName[type] = services
        return services
    }

    /// The names of the types of the service at a position; empty if they are not known.
    ///
    /// Those of an override are the types of what it replaces; `own` leaves out the decorators of that.
    mutating func types(ofServiceAt position: Int, own: Bool = false) -> Set<String> {
        let definition = graph.definitions[position]
        guard let former = definition.overridden else {
            return names(of: definition.construction, graph.facts.types[position])
        }
        let known = own ? former.own : former.construction
        guard let construction = known ?? former.parent.flatMap(construction) else { return [] }
        var overridden = definition
        overridden.construction = construction
        return names(of: construction, ServiceTypes(graph).type(of: overridden).entry)
    }

    /// How the service of a definition, from which others inherit, is made.
    private func construction(ofParent id: String) -> Construction? {
        graph.table.abstracts[id]?.construction ?? graph.table.target(of: id).map { graph.definitions[$0].construction }
    }

    private mutating func names(of construction: Construction, _ type: TypeRegistry.Entry?) -> Set<String> {
        if case .alias = construction { return [] }
        var names = type.map { self.names(of: $0.description) } ?? []
        guard case .swift(let factory) = construction else { return names }
        if type == nil, let exposed = graph.types?.ownType(of: factory.product.targetType) {
            names.formUnion(self.names(of: exposed.description))
        }
        if case .object(let name) = factory.product.shape.unwrapped { names.formUnion(existentialParts(name)) }
        if let found = factory.product.targetType as? AnyClass {
            names.formUnion(superclasses(of: found).map(qualifiedTypeName))
        }
        return names
    }

    private mutating func names(of type: TypeDescription) -> Set<String> {
        if let known = namesOfTypes[type.qualifiedName] { return known }
        var names: Set<String> = [type.qualifiedName]
        names.formUnion(type.providedTypes)
        for base in type.providedTypes {
            if let base = graph.types?.entry(named: base)?.description { names.formUnion(base.providedTypes) }
        }
        namesOfTypes[type.qualifiedName] = names
        return names
    }
}
