/// A type that is not `Sendable` must not be handed to more than one thread.
enum ScopeFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        let lookup = ServiceTypes(graph)
        return graph.definitions.compactMap { definition in
            guard !definition.isFaulty, definition.scope.isSharedBetweenThreads,
                case .known(let type) = lookup.type(of: definition),
                !type.isSendable
            else { return nil }
            let path = definition.scope == .shared ? [] : ["scope"]
            var fault = Diagnostic.notSendable(
                definition, type: type.name, at: definition.origin.location(of: path, in: definition.subject))
            fault.called(from: definition.origin.caller)
            return fault
        }
    }
}
