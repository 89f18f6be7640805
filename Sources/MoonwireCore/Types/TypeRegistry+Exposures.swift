package import MoonwireValues

// The registry, created from exposures.

extension TypeRegistry {
    /// Creates the registry of an application's types; throws ``ContainerError`` if a subclass has no exposure of its own, or if
    /// an exposure contains a name twice.
    ///
    /// `scopes` are the names of the scopes that the application declares, which ``manifest()`` contains.
    public init(_ types: [any Exposed.Type], exposures: [Exposure] = [], scopes: [String] = []) throws {
        let forgotten = types.filter { $0.exposure.type != $0 }
        guard forgotten.isEmpty else { throw ContainerError(forgotten.map { .exposureOfBase($0, $0.exposure.type) }) }
        var seen: Set<ObjectIdentifier> = []
        let all = (types.map { $0.exposure } + exposures).filter { seen.insert(ObjectIdentifier($0.type)).inserted }
        let faults = all.flatMap(\.faults)
        guard faults.isEmpty else { throw ContainerError(faults) }
        self.init(all, scopes: ServiceScope.allCases.map(\.rawValue) + scopes) { ($0 as? any Exposed.Type)?.exposure }
    }

    /// The types by their shortest names; without an exposure if only a manifest describes them.
    package var named: [(name: String, exposure: Exposure?)] {
        zip(names, entries).map { ($0, $1.exposure) }
    }

    /// The exposure of a type by any of its names; nil if only a manifest describes it.
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

    /// The exposure of the type whose instances are represented by objects of that type.
    package func exposure(ofObjects type: ObjectIdentifier) -> Exposure? { exposedType(ofObjects: type)?.exposure }

    func exposure(of type: Any.Type) -> Exposure? { exposedType(of: type)?.exposure }
}

extension TypeRegistry.Entry {
    var exposure: Exposure? { exposed?.exposure }
}

extension ExposedType {
    /// Nothing else is an exposed type of this program.
    var exposure: Exposure? { self as? Exposure }
}
