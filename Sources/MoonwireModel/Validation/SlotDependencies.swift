import MoonwireValues

/// Determines which services are injected into the required slots of the objects that the container builds: no definition refers to
/// them.
///
/// Other slots resolve separately when they are read. Many services may have one class, and many services may be injected into one
/// slot: the graph has a node for each, so that they do not multiply.
struct SlotDependencies {
    /// An injection into a slot of a class.
    struct Fill {
        /// The index of the class in `owners`.
        let owner: Int
        /// The index of the injected value in `sources`.
        let source: Int
        /// The name of the class.
        let ownerName: String
        /// The name of the slot.
        let slot: String
        /// Whether neither a rule nor an id decides about the slot.
        let isByType: Bool
        fileprivate let shape: ValueShape
        /// Whether it is injected even if the slot names an id.
        fileprivate let isForced: Bool
        /// Whether the exposure states the id that decides.
        fileprivate let isStated: Bool
        /// Whether the code that creates the owner cannot have assigned the slot before.
        fileprivate let isFree: Bool
    }

    /// Classes whose slots get the same values.
    private struct Kind: Hashable {
        enum Class: Hashable {
            case exposed(String)
            case registered(ObjectIdentifier)
        }

        let owner: Class
        let isFree: Bool
        /// The properties that the definition sets.
        let assigned: Set<String>
    }

    private let graph: DefinitionGraph
    private let types: ServiceTypes
    private let fit: ServiceFit
    /// By class, the positions of the definitions that have its slots, or positions after them for classes that the application
    /// creates.
    private(set) var owners: [[Int]] = []
    /// The positions of the services that are injected together: those of a rule's value, or the one that provides a type.
    private(set) var sources: [[Int]] = []
    private(set) var fills: [Fill] = []
    private var kinds: [Kind: Int] = [:]
    private var sourcesOfRules: [Int: Int] = [:]
    private var sourcesOfServices: [Int: Int] = [:]
    private var fitting: [ValueShape: [Int]] = [:]

    init(_ graph: DefinitionGraph) {
        self.graph = graph
        types = ServiceTypes(graph)
        fit = ServiceFit(graph)
        for position in graph.definitions.indices {
            add(graph.definitions[position], graph.facts.types[position], at: position)
        }
        for (number, owner) in zip(graph.layers.owners, graph.registeredOwners).enumerated() {
            add(
                Kind(owner: .registered(owner.0.type), isFree: false, assigned: []),
                at: graph.definitions.count + number
            ) { owner.1 }
        }
    }

    /// Those that are certain without instances: their slots can neither name another service nor be assigned.
    mutating func certainFills() -> [Fill] {
        var certain: [Fill] = []
        // A statement can be wrong: it decides about no fault.
        for fill in fills where fill.isFree && (fill.isForced || (!fill.isStated && isOnlyChoice(fill))) {
            certain.append(fill)
        }
        return certain
    }

    private mutating func add(_ definition: Definition, _ type: TypeRegistry.Entry?, at position: Int) {
        add(slotsOf: definition, type, at: position)
        var inlines: [Definition] = []
        definition.visitValues { value, _ in if case .inline(let inline) = value { inlines.append(inline) } }
        for inline in inlines { add(inline, types.type(of: inline).entry, at: position) }
    }

    /// The container builds no aliases and no synthetic services.
    private mutating func add(slotsOf definition: Definition, _ type: TypeRegistry.Entry?, at position: Int) {
        switch definition.construction {
        case .alias, .synthetic: return
        case .swift(let factory) where type == nil:
            guard factory.product.targetType is AnyClass else { return }
            add(Kind(owner: .registered(factory.product.target), isFree: false, assigned: []), at: position) {
                factory.product.slotOwner
            }
        default:
            guard let type, !type.description.slots.isEmpty else { return }
            let kind = Kind(
                owner: .exposed(type.description.qualifiedName), isFree: definition.isMadeAlone,
                assigned: Set(definition.setters.map(\.name)))
            add(kind, at: position) { SlotOwner(type.description, type.exposed?.ownerNames) }
        }
    }

    private mutating func add(_ kind: Kind, at position: Int, _ owner: () -> SlotOwner?) {
        if let number = kinds[kind] {
            if owners[number].last != position { owners[number].append(position) }
        } else {
            kinds[kind] = owners.count
            owners.append([position])
            if let owner = owner() { addFills(of: owner, kind) }
        }
    }

    private mutating func addFills(of owner: SlotOwner, _ kind: Kind) {
        for slot in owner.slots where slot.isFilledWithItsOwner && !kind.assigned.contains(slot.name) {
            let subject = InjectionRuleIndex.Subject(slot, of: owner)
            let rule = graph.rules.decisive(for: subject, saysItself: slot.saysItself ?? false)
            guard
                let source = rule.map({ source(ofRuleAt: $0) }) ?? service(for: slot).map({ source(ofServiceAt: $0) }),
                !sources[source].isEmpty
            else { continue }
            let isForced = rule != nil && graph.rules.decisive(for: subject, saysItself: true) == rule
            fills.append(
                Fill(
                    owner: owners.count - 1, source: source, ownerName: owner.name, slot: slot.name,
                    isByType: rule == nil && slot.arguments?.id == nil, shape: slot.shape,
                    isForced: isForced, isStated: rule == nil && slot.arguments?.id != nil, isFree: kind.isFree))
        }
    }

    private mutating func source(ofRuleAt rule: Int) -> Int {
        if let known = sourcesOfRules[rule] { return known }
        var targets: [Int] = []
        graph.rules.rules[rule].value?.visitReferences { reference, _ in
            if !reference.isHandle, let target = graph.table.target(of: reference.id) { targets.append(target) }
        }
        sourcesOfRules[rule] = sources.count
        sources.append(targets)
        return sources.count - 1
    }

    private mutating func source(ofServiceAt position: Int) -> Int {
        if let known = sourcesOfServices[position] { return known }
        sourcesOfServices[position] = sources.count
        sources.append([position])
        return sources.count - 1
    }

    /// The service that a slot names, or the only one that provides its type.
    private func service(for slot: SlotDescription) -> Int? {
        if let id = slot.arguments?.id { return graph.table.target(of: id) }
        guard let type = slot.swiftType.type else { return nil }
        let providers = graph.providers(of: ObjectIdentifier(unwrapped(type)))
        return providers.count == 1 ? providers[0] : nil
    }

    /// Whether no other service could be injected, by any id.
    private mutating func isOnlyChoice(_ fill: Fill) -> Bool {
        let found = fitting[fill.shape] ?? firstFitting(fill.shape)
        fitting[fill.shape] = found
        return found.count < 2 && found.allSatisfy { sources[fill.source].contains($0) }
    }

    /// The first two services that fit.
    private func firstFitting(_ shape: ValueShape) -> [Int] {
        let all = graph.definitions.indices.lazy.filter { [graph, fit] position in
            graph.definitions[position].aliasTarget == nil
                && fit.mismatch(graph.definitions[position], "", shape) == nil
        }
        return Array(all.prefix(2))
    }
}

extension Definition {
    /// Whether nothing in the definition assigns the slots before the injection, or instead of it.
    fileprivate var isMadeAlone: Bool {
        if case .swift = construction { return false }
        return hasNoArgumentsAndSteps
    }
}

extension SlotDescription {
    /// Whether the slot is filled together with its owner, and not when it is first read.
    var isFilledWithItsOwner: Bool {
        if case .optional = shape { return false }
        return kind == .injected
    }
}
