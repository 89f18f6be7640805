import MoonwireValues

/// The types that services can have, by the names that scripts write: classes, structs, and the protocols that they provide.
struct SpelledTypes {
    /// The result of looking up a name.
    enum Lookup {
        /// The qualified name; those of several protocols with `&` between them.
        case found(String)
        /// The part that several types have as their name, and their names with modules.
        case ambiguous(String, [String])
        /// The part that no type has as its name.
        case unknown(String)
    }

    private var byName: [String: [String]] = [:]

    init(_ graph: DefinitionGraph) {
        var isKnown: Set<String> = []
        func add(_ name: String) {
            guard !TypeIndex.fitsAnything(name), isKnown.insert(name).inserted else { return }
            for spelling in spelledNames(shortTypeName(name), name) { byName[spelling, default: []].append(name) }
        }
        func add(_ shape: ValueShape) {
            switch shape.unwrapped {
            case .list(let element), .map(let element): add(element)
            case let service:
                for part in service.serviceType.map(existentialParts) ?? [] where part.contains(".") { add(part) }
            }
        }
        func add(_ description: TypeDescription) {
            add(description.qualifiedName)
            for provided in description.providedTypes { add(provided) }
            // A protocol that no type provides is known from the members that take it.
            for signature in description.initializers + description.methods + description.staticMethods {
                for argument in signature.arguments { add(argument.shape) }
            }
            for property in description.properties { add(property.shape) }
        }
        for entry in graph.types?.entries ?? [] { add(entry.description) }
        for definition in graph.definitions {
            guard case .swift(let factory) = definition.overridden?.construction ?? definition.construction else {
                continue
            }
            add(factory.product.shape)
            if let exposed = factory.exposed { add(exposed.description) }
        }
    }

    /// Every name, for suggestions.
    var names: [String] { byName.keys.sorted() }

    func lookup(_ name: String) -> Lookup {
        var found: [String] = []
        let parts = existentialParts(name)
        if parts.isEmpty { return .unknown(name) }
        for part in parts {
            let candidates = byName[part] ?? []
            guard let first = candidates.first else { return .unknown(part) }
            if candidates.count > 1, !candidates.contains(part) { return .ambiguous(part, candidates.sorted()) }
            found.append(candidates.count > 1 ? part : first)
        }
        return .found(found.joined(separator: " & "))
    }
}
