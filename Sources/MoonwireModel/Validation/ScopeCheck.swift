/// An instance whose type is not `Sendable` must not be shared between threads.
enum ScopeCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        zip(graph.definitions, graph.facts.types).compactMap { definition, type in
            guard !definition.isFaulty, definition.scope.isSharedBetweenThreads,
                let type = unshareable(definition, type)
            else { return nil }
            let path = definition.scope == .shared ? [] : ["scope"]
            let location = definition.location(of: path)
            var fault = Diagnostic.notSendable(definition, type: type, at: location)
            fault.called(from: definition.origin.caller)
            return fault
        }
    }

    /// The name of the type, if it is known not to be `Sendable`.
    private static func unshareable(_ definition: Definition, _ type: TypeRegistry.Entry?) -> String? {
        switch definition.construction {
        case .swift(let factory): return factory.isSendable ? nil : factory.product.targetName
        // An alias has no instances, and therefore no scope.
        case .alias: return nil
        default:
            guard let type, !type.description.isSendable else { return nil }
            return type.description.name
        }
    }
}
