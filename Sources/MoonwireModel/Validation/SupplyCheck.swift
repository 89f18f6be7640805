import MoonwireValues

/// The services and rules that use services, by the positions of the latter.
package struct ServiceUses: Sendable {
    private var users: [Int: [Int]] = [:]
    private var ofRules: Set<Int> = []

    package init(_ graph: DefinitionGraph) {
        for user in graph.facts.dependencies.indices {
            for edge in graph.facts.dependencies[user].edges {
                guard let target = edge.target.flatMap({ graph.table.target(ofDefinitionAt: $0) }) else { continue }
                if users[target]?.last != user { users[target, default: []].append(user) }
            }
        }
        for rule in graph.rules.rules {
            rule.value?.visitReferences { reference, _ in
                if let target = graph.table.target(of: reference.id) { ofRules.insert(target) }
            }
        }
    }

    /// The positions of the services that use one of the given services.
    func users(of positions: some Sequence<Int>) -> [Int] { Set(positions.flatMap { users[$0] ?? [] }).sorted() }

    /// Whether a rule uses one of the given services.
    func isUsedByRule(_ positions: some Sequence<Int>) -> Bool { positions.contains { ofRules.contains($0) } }
}

/// Supplied instances must fit all uses of their services, because a definition need not state its type.
package struct SupplyCheck {
    private let graph: DefinitionGraph
    private let parameters: ParameterTree
    private let uses: ServiceUses

    package init(_ graph: DefinitionGraph, _ parameters: ParameterTree, _ uses: ServiceUses) {
        self.graph = graph
        self.parameters = parameters
        self.uses = uses
    }

    /// The faults of the instances, by the positions of their services.
    package func check(_ supplied: [Int: SuppliedInstance]) -> [Diagnostic] {
        let unfit = supplied.filter { graph.facts.types[$0.key] == nil }.flatMap(\.value.lifecycleFaults)
        return (unfit + misuses(of: supplied)).inScriptOrder.map { $0.caused(bySupplies: supplied) }
    }

    private func misuses(of supplied: [Int: SuppliedInstance]) -> [Diagnostic] {
        let users = uses.users(of: supplied.keys)
        let isUsedByRule = uses.isUsedByRule(supplied.keys)
        guard !users.isEmpty || isUsedByRule else { return [] }
        let found = faults(DefinitionGraph(graph, parameters: parameters, supplied: supplied), users, isUsedByRule)
        guard !found.isEmpty else { return [] }
        // Faults that are not about the instances, such as a changed environment variable.
        let others = Set(faults(DefinitionGraph(graph, parameters: parameters), users, isUsedByRule).map(\.message))
        return found.filter { !others.contains($0.message) }
    }

    private func faults(_ graph: DefinitionGraph, _ users: [Int], _ withRules: Bool) -> [Diagnostic] {
        let found = TypeCheck.check(graph, at: users) + ServiceArgumentCheck.check(graph, at: users)
        return (found + (withRules ? InjectionRuleCheck.check(graph) : [])).faults
    }
}

extension SuppliedInstance {
    fileprivate var lifecycleFaults: [Diagnostic] {
        LifecycleCheck.faults(of: definition, suppliedAs: typeName, exposed)
    }
}
