import MoonwireValues

/// Finds the services that `exclude` names, once for each list, however many definitions contain it.
struct ExcludedServices {
    private let merged: MergedLayers
    private let aliases: AliasTargets
    private let names: KnownNames
    private var known: [ObjectIdentifier: Set<String>] = [:]

    init(_ merged: MergedLayers) {
        self.merged = merged
        aliases = AliasTargets(merged.definitions, merged.index)
        names = KnownNames { [index = merged.index] in index.names }
    }

    /// The ids of the services that a reference excludes, those of aliases included.
    ///
    /// `report` receives a diagnostic for each one that has no effect. `isComplete` states whether all tags are known.
    mutating func ids(
        of reference: TaggedReference, _ list: ServiceList, _ members: [TagIndex.Member], isComplete: Bool,
        report: (Diagnostic) -> Void
    ) -> Set<String> {
        if let known = known[ObjectIdentifier(list)] { return known }
        let tagged = Set(members.map(\.id))
        var excluded: Set<String> = []
        for service in list.services {
            guard let position = merged.index[service.id] else {
                if merged.abstracts[service.id] != nil {
                    report(.excludesNothing(service, from: reference))
                } else if service.kind != .optional {
                    report(.excludesUnknown(service, from: reference, near: names.nearest(to: service.id)))
                }
                continue
            }
            // An alias without a target is reported elsewhere.
            guard let target = aliases.target(ofDefinitionAt: position) else { continue }
            let id = merged.definitions[target].id
            if !tagged.contains(id), isComplete { report(.excludesNothing(service, from: reference)) }
            excluded.insert(id)
        }
        known[ObjectIdentifier(list)] = excluded
        return excluded
    }
}
