import MoonwireValues

/// An implementation gives exactly the resources that its class declares, and services name implementations that exist.
enum ImplementationCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.layers.haveModules, let owners = SlotOwner.known(in: graph) else { return [] }
        let implemented = owners.filter { $0.slots.contains { $0.kind == .resource } }
        let implementations = graph.implementations.all
        if implemented.isEmpty, implementations.isEmpty { return [] }
        return Checker(graph, implemented).check(implementations)
    }

    private struct Checker {
        private let graph: DefinitionGraph
        private let owners: [SlotOwner]
        private var byName: [String: Int] = [:]
        /// The names of the given resources, by the name of the implementation with its class.
        private var given: [String: [InjectionRule]] = [:]

        init(_ graph: DefinitionGraph, _ owners: [SlotOwner]) {
            self.graph = graph
            self.owners = owners
            for (position, owner) in owners.enumerated() {
                for name in owner.names[0] where byName[name] == nil { byName[name] = position }
            }
            for rule in graph.rules.rules {
                if case .resource(let owner, let implementation, _) = rule.target {
                    given["\(owner).\(implementation)", default: []].append(rule)
                }
            }
        }

        func check(_ implementations: [ImplementationDefinition]) -> [Diagnostic] {
            var seen: Set<String> = []
            var faults: [Diagnostic] = []
            for implementation in implementations where seen.insert(implementation.name).inserted {
                if case .ambiguous(let candidates)? = graph.types?.lookup(implementation.owner) {
                    faults.append(.ambiguousImplementation(implementation, candidates))
                } else if let owner = byName[implementation.owner].map({ owners[$0] }) {
                    faults += surplus(implementation, owner)
                    faults += missing(implementation.implementation, owner).map { .missingResource($0, implementation) }
                } else {
                    faults.append(unknownOwner(of: implementation))
                }
            }
            return faults + names()
        }

        private func unknownOwner(of implementation: ImplementationDefinition) -> Diagnostic {
            let near = Suggestions(among: owners.map(\.name)).nearest(to: implementation.owner)
            return .implementationOfUnknown(
                implementation, isType: graph.types?.entry(named: implementation.owner) != nil, near: near)
        }

        private func surplus(_ implementation: ImplementationDefinition, _ owner: SlotOwner) -> [Diagnostic] {
            let resources = owner.slots.filter { $0.kind == .resource }.map(\.name)
            return (given[implementation.name] ?? []).compactMap { rule in
                guard case .resource(_, _, let name) = rule.target, !resources.contains(name) else { return nil }
                return .surplusResource(name, rule, of: owner.name, resources)
            }
        }

        /// Optional resources may be left out, and rules for a slot give its value, too.
        private func missing(_ implementation: String, _ owner: SlotOwner) -> [SlotDescription] {
            owner.slots.filter { slot in
                slot.kind == .resource && !slot.isOptional
                    && graph.rules.resource(slot.name, in: implementation, of: owner.names) == nil
                    && graph.rules.decisive(for: .init(slot, of: owner), saysItself: false) == nil
            }
        }

        /// Services whose argument `implementation` names one that is not defined, or that lacks what a subclass declares.
        private func names() -> [Diagnostic] {
            zip(graph.definitions, graph.facts.types).enumerated().flatMap { position, known -> [Diagnostic] in
                let (definition, type) = known
                guard let type, type.description.slots.contains(where: { $0.kind == .resource }),
                    let name = graph.implementation(ofServiceAt: position)
                else { return [] }
                let owner = SlotOwner(type.description, type.exposed?.ownerNames)
                let location = definition.origin.location(of: ["args", "implementation"], in: definition.subject)
                guard graph.implementations.contains(name, of: owner.names) else {
                    return [
                        .unknownImplementation(
                            name, of: owner.name, owner.names, "\(definition.phrase): ", in: graph, at: location)
                    ]
                }
                // One of the class itself is checked where it is defined.
                if graph.implementations.contains(name, of: owner.names.prefix(1)) { return [] }
                return missing(name, owner).map {
                    .missingResource($0, name, of: owner.name, for: definition, at: location)
                }
            }
        }
    }
}

extension SlotDescription {
    fileprivate var isOptional: Bool { if case .optional = shape { true } else { false } }
}
