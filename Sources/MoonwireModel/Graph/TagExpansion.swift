import MoonwireValues

/// Replaces `tagged "name"` by the services with the tag.
struct TagExpansion {
    private let tags: TagIndex
    private let isComplete: Bool
    private(set) var room: GraphRoom
    private let names: KnownNames
    private lazy var excludedServices = ExcludedServices(
        DefinitionTable(merged.definitions, merged.index, abstracts: merged.abstracts))
    private let merged: MergedLayers
    private var collectedTags: Set<String> = []
    private(set) var faults: [Diagnostic] = []
    private(set) var remarks: [Diagnostic] = []

    /// Creates the expansion; `isComplete` states whether all tags are known, also those that types give.
    init(_ tags: TagIndex, _ merged: MergedLayers, _ room: GraphRoom, isComplete: Bool) {
        self.tags = tags
        self.isComplete = isComplete
        self.room = room
        names = KnownNames { tags.names }
        self.merged = merged
    }

    /// The definitions with all tags expanded; a service does not collect itself.
    mutating func filled(_ definitions: [Definition]) -> [Definition] {
        // Most graphs collect nothing, and their definitions do not change.
        guard definitions.contains(where: \.hasPlaceholders) else { return definitions }
        return definitions.map { filled($0, for: $0.outermostID) }
    }

    private mutating func filled(_ definition: Definition, for collector: String?) -> Definition {
        definition.replacingPlaceholders { placeholder, inner, path in
            switch placeholder {
            case .tagged(let reference): return collected(reference, for: collector)
            // The types are not known.
            case .typed: break
            case .inner:
                // A decorator without a target, which is reported.
                if definition.decorates == nil {
                    faults.append(.innerElsewhere(inner, at: inner.location(of: path)))
                }
            }
            return .placeholder(placeholder)
        }
    }

    /// The value of a rule.
    mutating func filled(_ value: WiredValue, of rule: InjectionRule) -> WiredValue {
        value.replacingPlaceholders { placeholder, _ in
            switch placeholder {
            case .tagged(let reference): return collected(reference, for: nil)
            // The types are not known.
            case .typed: break
            case .inner: faults.append(.innerInRule(rule))
            }
            return .placeholder(placeholder)
        } inline: { inline in
            filled(inline, for: nil)
        }
    }

    private mutating func collected(_ reference: TaggedReference, for collector: String?) -> WiredValue {
        let all = tags.members(of: reference.tag)
        // Commands write attributes for each collector.
        let bytes = reference.hasAttributes ? all.reduce(0) { $0 + PlainValue.map($1.attributes).size } : 0
        let elements = all.count + bytes / GraphRoom.bytesOfElement
        guard room.take(elements, for: "tagged \"\(reference.tag)\"", at: reference.location) else { return .list([]) }
        collectedTags.insert(reference.tag)
        var members = all.filter { $0.id != collector }
        let selection = ServiceReference.Selection(.tag(reference))
        if members.isEmpty, isComplete {
            let near = names.nearest(to: reference.tag, askedBy: reference.tag)
            remarks.append(.nobodyHasTag(reference.tag, near: near, at: reference.location))
        }
        if let list = reference.excluded {
            var found: [Diagnostic] = []
            let source = ExcludedServices.Source(
                phrase: "tagged \"\(reference.tag)\"", property: "the tag", location: reference.location,
                isComplete: isComplete)
            let excluded = excludedServices.ids(of: list, in: source, Set(all.map(\.id))) { found.append($0) }
            faults += found.filter { $0.severity == .fault }
            remarks += found.filter { $0.severity != .fault }
            members.removeAll { excluded.contains($0.id) }
        }
        guard let key = reference.key else {
            var seen: Set<String> = []
            // With attributes, each tag of a service counts.
            let distinct = members.filter { reference.hasAttributes || seen.insert($0.id).inserted }
            return .list(distinct.map { service($0, reference, selection) })
        }
        var entries: [String: WiredValue] = [:]
        var first: [String: TagIndex.Member] = [:]
        for member in members {
            guard let name = member.key(key) else {
                faults.append(.noKey(key, of: reference, member))
                continue
            }
            if let former = first.updateValue(member, forKey: name), former.id != member.id {
                faults.append(.sameKey(key, name, of: reference, former, member))
            }
            entries[name] = service(member, reference, selection)
        }
        return .map(entries)
    }

    /// Notes tags that nothing collects and whose names differ in a few letters from one that is collected.
    ///
    /// Functions and the application may collect any tag, so that most others are not mistakes.
    mutating func noteUncollectedTags(in layers: [Layer]) {
        guard !collectedTags.isEmpty, isComplete else { return }
        let collected = KnownNames(effort: Self.effortOfUncollectedTags) { [collectedTags, tags] in
            // A tag that no service has is a warning of its own.
            collectedTags.filter { !tags.members(of: $0).isEmpty }.sorted()
        }
        let hooked = Set(layers.flatMap(\.hooks).compactMap { $0.target?.tag })
        for tag in tags.names where !collectedTags.contains(tag) && !hooked.contains(tag) {
            let near = collected.nearest(to: tag).filter {
                abs($0.utf8.count - tag.utf8.count) <= Self.mostMissedLetters
            }
            if near.isEmpty { continue }
            remarks.append(.nobodyCollects(tag, near: near, at: tags.members(of: tag).first?.location))
        }
    }

    /// A fraction of what faults may use: most graphs have tags that only the application collects.
    private static let effortOfUncollectedTags = 1 << 16
    private static let mostMissedLetters = 2

    private func service(
        _ member: TagIndex.Member, _ tagged: TaggedReference, _ selection: ServiceReference.Selection
    ) -> WiredValue {
        let service = WiredValue.reference(
            ServiceReference(member.id, kind: tagged.kind, location: tagged.location, selection: selection))
        guard tagged.hasAttributes else { return service }
        return .map(["service": service, "attributes": .value(.map(member.attributes))])
    }
}

extension TagIndex.Member {
    /// The value of an attribute as a key; `id` always exists.
    func key(_ attribute: String) -> String? {
        switch attributes[attribute] {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case nil where attribute == "id": id
        default: nil
        }
    }
}
