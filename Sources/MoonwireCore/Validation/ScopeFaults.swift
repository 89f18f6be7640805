/// A type that is not `Sendable` must not be handed to more than one thread.
enum ScopeFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let lookup = ServiceTypes(graph)
        return graph.definitions.compactMap { definition in
            guard definition.scope.isSharedBetweenThreads, let type = unshareableType(of: definition, lookup) else {
                return nil
            }
            let path = definition.scope == .shared ? [] : ["scope"]
            return .notSendable(definition, type: type, at: definition.origin.location(of: path, in: definition.id))
        }
    }

    /// The name of the type, when it is known not to be `Sendable`.
    private static func unshareableType(of definition: Definition, _ lookup: ServiceTypes) -> String? {
        if case .swift(let factory) = definition.construction {
            return factory.isSendable ? nil : factory.caster.targetName
        }
        guard case .known(let type) = lookup.type(of: definition), !type.isSendable else { return nil }
        return type.name
    }
}
