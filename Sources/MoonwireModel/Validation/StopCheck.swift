/// The method in `stop` must exist, take no arguments, and belong to a service whose instances the container holds.
enum StopCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        zip(graph.definitions, graph.facts.types).compactMap { definition, type in
            guard let stop = definition.stop, !definition.isFaulty else { return nil }
            var fault = fault(stop, definition, type?.description)
            fault?.called(from: definition.origin.caller)
            return fault
        }
    }

    /// If the definition does not state the type, only a supplied instance determines whether it has the method.
    static func fault(of definition: Definition, suppliedAs type: String, _ exposed: (any ExposedType)?) -> Diagnostic?
    {
        guard let stop = definition.stop else { return nil }
        if let exposed { return fault(stop, definition, exposed.description) }
        guard case .method(let name) = stop else { return nil }
        return .unknownMethod(
            name, of: type, isStatic: false, definition, [], at: definition.location(of: ["stop"]))
    }

    private static func fault(
        _ stop: StopAction, _ definition: Definition, _ type: TypeDescription?
    ) -> Diagnostic? {
        let location = definition.location(of: ["stop"])
        guard definition.scope.canBeSupplied else { return .stopWithoutInstances(definition, at: location) }
        guard case .method(let name) = stop, let type else { return nil }
        guard let method = type.methods.first(where: { $0.name == name }) else {
            return .unknownMethod(
                name, of: type.name, isStatic: false, definition, type.methods.map(\.name), at: location)
        }
        guard method.arguments.allSatisfy(\.isOptional) else {
            return .stopTakesArguments(name, of: type.name, method, definition, at: location)
        }
        return nil
    }
}
