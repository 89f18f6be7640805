/// What `stop` names must exist, take no arguments, and belong to a service whose instances the container holds.
enum StopFaults {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        zip(graph.definitions, graph.serviceTypes).compactMap { definition, type in
            guard let stop = definition.stop, !definition.isFaulty else { return nil }
            var fault = fault(stop, definition, type?.description)
            fault?.called(from: definition.origin.caller)
            return fault
        }
    }

    private static func fault(
        _ stop: StopAction, _ definition: Definition, _ type: TypeDescription?
    ) -> Diagnostic? {
        let place = definition.location(of: ["stop"])
        guard definition.scope == .shared else { return .stopWithoutInstances(definition, at: place) }
        guard case .method(let name) = stop, let type else { return nil }
        guard let method = type.methods.first(where: { $0.name == name }) else {
            return .unknownMethod(
                name, of: type.name, isStatic: false, definition, type.methods.map(\.name), at: place)
        }
        guard method.arguments.allSatisfy(\.isOptional) else {
            return .stopTakesArguments(name, of: type.name, method, definition, at: place)
        }
        return nil
    }
}
