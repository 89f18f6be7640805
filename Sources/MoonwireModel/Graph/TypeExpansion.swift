import MoonwireValues

/// Replaces what scripts leave to types by references: `typed "Type"`, and the arguments that `auto` wires.
///
/// After a fault, the placeholder remains, so that no other fault follows from it.
struct TypeExpansion {
    /// The graph, in which the types of the services are known.
    let graph: DefinitionGraph
    let types: ServiceTypes
    private var index: TypeIndex
    let spelled: SpelledTypes
    let names: KnownNames
    var bindings: BindingIndex
    var room: GraphRoom
    private var exposedByType: [String: [String]] = [:]
    private lazy var excludedServices = ExcludedServices(graph.table)
    var faults: [Diagnostic] = []
    var remarks: [Diagnostic] = []

    init(_ graph: DefinitionGraph, _ room: GraphRoom, _ bindings: [MergedLayers.Binding]) {
        self.graph = graph
        self.room = room
        types = ServiceTypes(graph)
        index = TypeIndex(graph)
        let spelled = SpelledTypes(graph)
        self.spelled = spelled
        names = KnownNames { spelled.names }
        self.bindings = BindingIndex(bindings)
        remarks = self.bindings.remarks
        faults = bindings.filter(\.written.value.hasInnerPlaceholder).map { .innerInBinding($0.written) }
    }

    /// Completes the definitions and the rules.
    mutating func complete(_ merged: inout MergedLayers) {
        apply(merged.typeDefaults, to: &merged.definitions)
        merged.definitions = filled(merged.definitions)
        merged.rules = merged.rules.replacingPlaceholders { filled($0, of: $1) }
        remarks += bindings.unused
    }

    /// The definitions, complete.
    private mutating func filled(_ definitions: [Definition]) -> [Definition] {
        definitions.map { $0.hasPlaceholders ? filled($0, for: $0.outermostID) : $0 }
    }

    /// A definition of a service with that id, or of an inline service; a service is not given to itself.
    private mutating func filled(_ definition: Definition, for owner: String?) -> Definition {
        definition.replacingPlaceholders { placeholder, inner, path in
            guard case .typed(let reference) = placeholder else { return .placeholder(placeholder) }
            return value(of: reference, inner.phrase, for: owner, at: inner.location(of: path))
        } complete: { part in
            if part.arguments.auto == nil { return part }
            guard part.isFaulty else { return autowired(part, for: owner) }
            noteUnknownArguments(of: part)
            return part
        }
    }

    /// The value of a rule.
    mutating func filled(_ value: WiredValue, of rule: InjectionRule) -> WiredValue {
        filled(value, "inject", for: nil, at: rule.source.location)
    }

    /// A value that is not in the table of a definition; `subject` is the word that is followed by its table.
    mutating func filled(
        _ value: WiredValue, _ subject: String, for owner: String?, at location: ScriptLocation?
    ) -> WiredValue {
        guard value.hasPlaceholders else { return value }
        return value.replacingPlaceholders { placeholder, _ in
            guard case .typed(let reference) = placeholder else { return .placeholder(placeholder) }
            return self.value(of: reference, subject, for: owner, at: location)
        } inline: { inline in
            filled(inline, for: owner)
        }
    }

    /// Records that arguments of a definition may be wired that cannot be looked up, because it has a fault.
    mutating func noteUnknownArguments(of definition: Definition) {
        switch definition.construction {
        case .type, .staticMethod, .method: bindings.hasUnknownArguments = true
        case .function, .swift, .synthetic, .alias: break
        }
    }

    // MARK: What has a type

    /// The services of a type, without the one that they are given to.
    struct Candidates {
        private let all: [Int]
        private let owner: Int?
        /// Whether the service that they are given to has the type as well.
        var isOwner: Bool { owner != nil }

        fileprivate init(_ all: [Int], without owner: Int?) {
            self.all = all
            self.owner = owner.flatMap { all.sortedContains($0) ? $0 : nil }
        }

        var count: Int { all.count - (owner == nil ? 0 : 1) }

        /// The first of them, in written order.
        func prefix(_ most: Int) -> [Int] { Array(all.prefix(most + 1).filter { $0 != owner }.prefix(most)) }
    }

    mutating func candidates(of type: String, for owner: String?) -> Candidates {
        Candidates(index.services(of: type), without: owner.flatMap { graph.table.index[$0] })
    }

    /// The same without the services that the reference excludes.
    private mutating func candidates(of reference: TypedReference, _ type: String, for owner: String?) -> Candidates {
        guard let list = reference.excluded else { return candidates(of: type, for: owner) }
        let all = index.services(of: type)
        let definitions = graph.definitions
        var found: [Diagnostic] = []
        let source = ExcludedServices.Source(
            phrase: "typed \"\(reference.type)\"", property: "the type", location: reference.location)
        let excluded = excludedServices.ids(of: list, in: source, Set(all.map { definitions[$0].id })) {
            found.append($0)
        }
        faults += found.filter { $0.severity == .fault }
        remarks += found.filter { $0.severity != .fault }
        let others = all.filter { !excluded.contains(definitions[$0].id) }
        return Candidates(others, without: owner.flatMap { graph.table.index[$0] })
    }

    /// The names of the types of the service at a position; empty if they are not known.
    mutating func types(ofServiceAt position: Int, own: Bool = false) -> Set<String> {
        index.types(ofServiceAt: position, own: own)
    }

    /// The ids of the first candidates, of which a message lists no more.
    func listed(_ candidates: Candidates) -> [String] {
        candidates.prefix(Diagnostic.mostCandidates).map { graph.definitions[$0].id }
    }

    /// The exposed types whose services would be of the type.
    mutating func exposedTypes(of type: String) -> [String] {
        if let known = exposedByType[type] { return known }
        let parts = existentialParts(type)
        let exposed = (graph.types?.known ?? []).filter { known in parts.allSatisfy { known.fits($0) } }.map(\.name)
        exposedByType[type] = exposed
        return exposed
    }

    // MARK: `typed`

    private mutating func value(
        of reference: TypedReference, _ subject: String, for owner: String?, at location: ScriptLocation?
    ) -> WiredValue {
        let location = reference.location ?? location
        switch spelled.lookup(reference.type) {
        case .found(let type): return value(of: reference, type, subject, for: owner, at: location)
        case .ambiguous(let name, let candidates):
            faults.append(.ambiguousTypeName(name, candidates, in: "\(subject): `\(reference.written)`", at: location))
        case .unknown(let name):
            faults.append(
                .unknownTypeName(
                    name, near: names.nearest(to: name), in: "\(subject): `\(reference.written)`", at: location))
        }
        return .placeholder(.typed(reference))
    }

    private mutating func value(
        of reference: TypedReference, _ type: String, _ subject: String, for owner: String?,
        at location: ScriptLocation?
    ) -> WiredValue {
        let candidates = candidates(of: reference, type, for: owner)
        let selection = ServiceReference.Selection(.type(reference))
        func service(_ position: Int) -> WiredValue {
            let id = graph.definitions[position].id
            return .reference(ServiceReference(id, kind: reference.kind, location: location, selection: selection))
        }
        if reference.number == .all {
            guard room.take(candidates.count, for: reference.written, at: location) else { return .list([]) }
            return .list(candidates.prefix(candidates.count).map(service))
        }
        if candidates.count == 1 { return service(candidates.prefix(1)[0]) }
        if candidates.count == 0, reference.number == .oneOrNone { return .value(.null) }
        faults.append(
            candidates.count == 0
                ? .nothingOfType(
                    reference, isOwner: candidates.isOwner, exposedTypes(of: type), subject, at: location)
                : .severalOfType(reference, listed(candidates), candidates.count, subject, at: location))
        return .placeholder(.typed(reference))
    }
}

extension [Int] {
    /// Whether an ascending list contains a number.
    fileprivate func sortedContains(_ number: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
    }
}
