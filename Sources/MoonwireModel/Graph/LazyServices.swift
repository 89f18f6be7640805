/// Passes services that are lazy as handles: `service "id" { lazy = true, … }`.
///
/// Functions, the receivers of factory methods, and decorators receive the services themselves, because they ask for them.
struct LazyServices {
    private let targets: AliasTargets
    private let definitions: [Definition]
    private let index: NameIndex

    /// The definitions with handles in place of references to lazy services.
    static func applied(to definitions: [Definition], _ index: NameIndex) -> [Definition] {
        guard definitions.contains(where: \.isLazy) else { return definitions }
        let lazy = LazyServices(
            targets: AliasTargets(definitions, index), definitions: definitions, index: index)
        return definitions.map(lazy.completed)
    }

    private func completed(_ definition: Definition) -> Definition {
        switch definition.construction {
        case .function, .swift: return definition.mapSteps(completed)
        case .type, .staticMethod, .method, .synthetic, .alias: return definition.mapValues(completed)
        }
    }

    private func completed(_ value: WiredValue) -> WiredValue {
        if case .value = value { return value }
        return value.mapReferences(handle, inline: completed)
    }

    private func handle(_ reference: ServiceReference) -> ServiceReference {
        switch reference.kind {
        case .lazy, .provider, .built: reference
        case .required, .optional, .later: isLazy(reference.id) ? reference.handle : reference
        }
    }

    private func isLazy(_ id: String) -> Bool {
        guard let target = index[id].flatMap(targets.target(ofDefinitionAt:)) else { return false }
        return definitions[target].isLazy
    }
}

extension Definition {
    /// Whether other services receive a handle.
    var isLazy: Bool { lifecycle.isLazy == true }

    /// The same with other values in its properties and calls.
    fileprivate func mapSteps(_ change: (WiredValue) -> WiredValue) -> Definition {
        var whole = mapValues(change)
        whole.arguments = arguments
        return whole
    }
}
