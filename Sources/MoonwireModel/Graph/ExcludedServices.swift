import MoonwireValues

/// Finds the services that `exclude` names, once for each list, however many definitions contain it.
struct ExcludedServices {
    /// The expression that contains `exclude`.
    struct Source {
        /// As messages name it: `tagged "part"`.
        let phrase: String
        /// What the services in the list should have: `the tag`.
        let property: String
        let location: ScriptLocation?
        /// Whether all services that have the property are known.
        var isComplete = true
    }

    private let table: DefinitionTable
    private let names: KnownNames
    private var known: [ObjectIdentifier: Set<String>] = [:]

    init(_ table: DefinitionTable) {
        self.table = table
        names = KnownNames { [index = table.index] in index.names }
    }

    /// The ids of the services that a list excludes from candidates, those of aliases included.
    ///
    /// `report` receives a diagnostic for each one that has no effect.
    mutating func ids(
        of list: ServiceList, in source: Source, _ candidates: @autoclosure () -> Set<String>,
        report: (Diagnostic) -> Void
    ) -> Set<String> {
        if let known = known[ObjectIdentifier(list)] { return known }
        let candidates = candidates()
        var excluded: Set<String> = []
        for service in list.services {
            guard let position = table.index[service.id] else {
                if table.abstracts[service.id] != nil {
                    report(.excludesNothing(service, from: source))
                } else if service.kind != .optional {
                    report(.excludesUnknown(service, from: source, near: names.nearest(to: service.id)))
                }
                continue
            }
            // An alias without a target is reported elsewhere.
            guard let target = table.target(ofDefinitionAt: position) else { continue }
            let id = table.definitions[target].id
            if !candidates.contains(id), source.isComplete { report(.excludesNothing(service, from: source)) }
            excluded.insert(id)
        }
        known[ObjectIdentifier(list)] = excluded
        return excluded
    }
}
