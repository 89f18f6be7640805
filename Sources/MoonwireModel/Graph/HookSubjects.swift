/// Everything that hooks can target.
package struct HookSubjects {
    /// The result of looking up a target.
    enum Answer {
        case some
        /// The service that an exact target names.
        case one(Definition)
        /// There is nothing with that name; the suggestions.
        case nothing(String, among: KnownNames)
        /// The slot exists, but no container injects into it.
        case uninjectable(SlotDescription.Kind)
        /// The target is not of a kind that the event supports.
        case unfit
    }

    private let graph: DefinitionGraph
    private let services: ServiceTraits
    private let parameters: HookedNames
    private var slotNames: HookedSlots?
    private var otherSlotKinds: [String: SlotDescription.Kind] = [:]
    private var preferenceNames: HookedNames?
    /// Nil while the slots or the preferences are not known.
    package var slots: [SlotName]? { didSet { slotNames = slots.map(HookedSlots.init) } }
    /// The slots into which no container injects.
    var otherSlots: [(name: SlotName, kind: SlotDescription.Kind)] = [] {
        didSet {
            otherSlotKinds = otherSlots.reduce(into: [:]) { kinds, slot in
                for name in slot.name.fullNames where kinds[name] == nil { kinds[name] = slot.kind }
            }
        }
    }
    package var preferences: [String]? { didSet { preferenceNames = preferences.map { HookedNames($0) } } }

    package init(_ graph: DefinitionGraph) {
        self.graph = graph
        services = ServiceTraits(graph.hookedServices.compactMap(\.self))
        let hasPattern = graph.hooks.contains { $0.event.subject == .parameter && $0.target?.pattern != nil }
        parameters = HookedNames(hasPattern ? graph.parameters.leafNames : [])
    }

    /// Nil if it cannot be determined.
    func look(for target: HookTarget, of event: HookEvent) -> Answer? {
        switch (event.subject, target.kind) {
        case (.service, .name):
            graph.table.target(of: target.text).map { .one(graph.definitions[$0]) }
                ?? .nothing(target.text, among: graph.names.services)
        case (.service, _): service(target)
        case (.slot, .tag), (.parameter, .tag), (.parameter, .type), (.preference, .tag), (.preference, .type): .unfit
        case (.slot, .name) where !target.isDotted, (.preference, .name) where !target.isDotted: .unfit
        case (.slot, _):
            slotNames.map { slots in
                if slots.hold(target) { return .some }
                if target.isExact, let kind = otherSlotKinds[target.text] { return .uninjectable(kind) }
                return .nothing(target.bare, among: slots.suggestions(for: target))
            }
        case (.parameter, .name):
            graph.parameters[target.text] == nil ? .nothing(target.bare, among: graph.names.parameters) : .some
        case (.parameter, .pattern): name(target, in: parameters)
        case (.preference, _): preferenceNames.map { name(target, in: $0) }
        case (.container, _): .unfit
        }
    }

    private func name(_ target: HookTarget, in names: HookedNames) -> Answer {
        names.hold(target) ? .some : .nothing(target.bare, among: names.suggestions)
    }

    private func service(_ target: HookTarget) -> Answer? {
        switch target.kind {
        case .tag(let tag):
            if services.tags.contains(tag) {
                .some
            } else {
                // Without the types, it is not known which services have which tag.
                graph.layers.lacksTypeDefaults ? nil : .nothing(target.bare, among: services.tagNames)
            }
        case .type(let name):
            // Without the types, it is not known which type has which slot.
            if graph.types == nil {
                nil
            } else if services.hasUnknownType || services.types.contains(name) {
                .some
            } else {
                .nothing(target.bare, among: services.typeNames)
            }
        case .pattern(let pattern):
            graph.hookedServices.contains { $0?.matches(pattern) ?? false }
                ? .some : .nothing(target.bare, among: services.ids)
        case .name: nil
        }
    }
}

/// The properties of the services of a graph by which hooks can select them.
private struct ServiceTraits {
    let tags: Set<String>
    let types: Set<String>
    /// Whether the type of some service is known only from an instance.
    let hasUnknownType: Bool
    let ids: KnownNames
    let tagNames: KnownNames
    let typeNames: KnownNames

    init(_ services: [HookedService]) {
        tags = services.reduce(into: []) { $0.formUnion($1.tags) }
        types = services.reduce(into: []) { $0.formUnion($1.typeNames ?? []) }
        hasUnknownType = services.contains { $0.typeNames == nil }
        ids = KnownNames { services.map(\.id).sorted() }
        tagNames = KnownNames { [tags] in tags.sorted() }
        // Names with their module would be duplicates.
        typeNames = KnownNames { [types] in types.filter { !$0.contains(".") }.sorted() }
    }
}

extension HookTarget {
    /// Whether a name includes its owner, like those of slots and preferences.
    fileprivate var isDotted: Bool {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false)
        return steps.count > 1 && steps.allSatisfy { !$0.isEmpty }
    }

    /// The name for which to find suggestions.
    fileprivate var bare: String {
        switch kind {
        case .name: text
        case .tag(let name), .type(let name): name
        case .pattern: text.filter { $0 != "*" && $0 != "?" }
        }
    }
}
