package import MoonwireValues

// The registry, created from exposures.

extension TypeRegistry {
    /// Creates the registry of an application's types; throws ``ContainerError`` if a subclass has no exposure of its own, if an
    /// exposure contains a name twice, or if two exposures have the same name.
    ///
    /// `scopes` are the names of the scopes that the application declares, which ``manifest()`` contains.
    public init(_ types: [any Exposed.Type], exposures: [Exposure] = [], scopes: [String] = []) throws {
        let forgotten = types.filter { $0.exposure.type != $0 }
        guard forgotten.isEmpty else { throw ContainerError(forgotten.map { .exposureOfBase($0, $0.exposure.type) }) }
        var listed: Set<ObjectIdentifier> = []
        let own = types.filter { listed.insert(ObjectIdentifier($0)).inserted }.map { $0.exposure }
        let all = Self.unique(own + exposures)
        let faults = all.flatMap(\.faults) + Self.repeatedNames(all)
        guard faults.isEmpty else { throw ContainerError(faults) }
        self.init(
            all, ofObjects: Self.exposuresOfObjects(all), scopes: ServiceScope.allCases.map(\.rawValue) + scopes
        ) { ($0 as? any Exposed.Type)?.exposure }
    }

    /// Without exposures that are listed twice: of a type without a name, only the first counts.
    private static func unique(_ exposures: [Exposure]) -> [Exposure] {
        var types: Set<ObjectIdentifier> = []
        var named: Set<ObjectIdentifier> = []
        return exposures.filter { exposure in
            exposure.assignedName == nil
                ? types.insert(ObjectIdentifier(exposure.type)).inserted
                : named.insert(ObjectIdentifier(exposure)).inserted
        }
    }

    /// The faults of assigned names that are also the name of another exposure.
    private static func repeatedNames(_ exposures: [Exposure]) -> [Diagnostic] {
        guard exposures.contains(where: { $0.assignedName != nil }) else { return [] }
        let groups = Dictionary(grouping: exposures) { $0.description.qualifiedName }
        let repeated = groups.filter { _, group in group.count > 1 && group.contains { $0.assignedName != nil } }
        return repeated.sorted { $0.key < $1.key }.map { name, group in
            .typeNameUsedTwice(name, group[0].type, group[1].type)
        }
    }

    /// The exposures that objects of types with several have; their name is not known.
    private static func exposuresOfObjects(_ exposures: [Exposure]) -> [Exposure] {
        guard exposures.contains(where: { $0.assignedName != nil }) else { return [] }
        return Dictionary(grouping: exposures, by: { ObjectIdentifier($0.type) }).values
            .filter { $0.count > 1 }.map { Exposure(ofObjects: $0, first: $0[0]) }
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
