import MoonwireValues

extension DefinitionGraph {
    /// Whether a Swift factory can replace the service at a position without changing anything else in a plan: the positions, the
    /// tables of names, tags, and rules, and the construction of every other service.
    package func isReplaceable(at position: Int, _ uses: ServiceUses) -> Bool {
        let definition = definitions[position]
        // An override removes decorators, and a decorator's id is an alias.
        if definition.isWrapped || definition.decorates != nil || !definition.construction.isFixed { return false }
        // Those that refer to it are validated again: they may pass arguments that the replacement does not take.
        if let arguments = facts.arguments[position], !arguments.all.isEmpty { return false }
        for user in uses.users(of: [position]) {
            for edge in facts.dependencies[user].edges where target(of: edge) == position {
                // The type of the receiver determines which method creates the user; a parameter may contain one.
                if edge.isOfFactory || edge.isThroughParameter { return false }
            }
        }
        return !uses.isUsedByRule([position]) || !rules.rules.contains { $0.value?.hasInlineServices ?? false }
    }

    private func target(of edge: Dependencies.Edge) -> Int? {
        edge.target.flatMap { table.target(ofDefinitionAt: $0) }
    }
}

extension Construction {
    /// Whether no parameter determines what is built, and it is a service of its own.
    fileprivate var isFixed: Bool {
        switch self {
        case .type(let template), .staticMethod(let template), .synthetic(type: let template?):
            template.plainText != nil
        case .method(of: let receiver, name: let template): template.plainText != nil && !receiver.isThroughParameter
        case .function, .swift, .synthetic(type: nil): true
        case .alias: false
        }
    }
}

extension WiredValue {
    fileprivate var isThroughParameter: Bool {
        switch self {
        case .parameter, .template: true
        default: false
        }
    }

    fileprivate var hasInlineServices: Bool {
        var hasAny = false
        visitInlineServices { _ in hasAny = true }
        return hasAny
    }
}
