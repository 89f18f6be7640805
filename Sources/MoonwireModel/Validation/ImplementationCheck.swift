import MoonwireValues

/// An implementation gives exactly the resources that its class declares, and services name implementations that exist.
enum ImplementationCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        guard graph.layers.haveModules, let owners = SlotOwner.known(in: graph) else { return [] }
        let implemented = owners.filter { $0.slots.contains { $0.kind == .resource } }
        let implementations = graph.implementations
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
                    faults += surplus(implementation, owner) + missing(implementation, owner)
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
        private func missing(_ implementation: ImplementationDefinition, _ owner: SlotOwner) -> [Diagnostic] {
            owner.slots.compactMap { slot in
                guard slot.kind == .resource, !slot.isOptional,
                    graph.rules.resource(slot.name, in: implementation.implementation, of: owner.names) == nil,
                    graph.rules.decisive(for: .init(slot, of: owner), saysItself: false) == nil
                else { return nil }
                return .missingResource(slot, implementation)
            }
        }

        /// Services whose argument `implementation` names one that is not defined.
        private func names() -> [Diagnostic] {
            zip(graph.definitions, graph.facts.types).compactMap { definition, type in
                guard let type, type.description.slots.contains(where: { $0.kind == .resource }),
                    let argument = definition.arguments.labeled.first(where: { $0.label == "implementation" }),
                    case .value(.text(let name)) = argument.value
                else { return nil }
                let owner = SlotOwner(type.description, type.exposed?.ownerNames)
                let known = graph.implementations(of: owner.names)
                if known.contains(name) { return nil }
                let location = definition.origin.location(of: ["args", "implementation"], in: definition.subject)
                return .unknownImplementation(
                    name, of: owner.name, "\(definition.phrase): ", known: known, at: location)
            }
        }
    }
}

extension SlotDescription {
    fileprivate var isOptional: Bool { if case .optional = shape { true } else { false } }
}
