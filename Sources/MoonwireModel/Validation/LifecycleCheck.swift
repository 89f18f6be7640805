import MoonwireValues

/// `eager`, `start`, `health`, and `stop` belong to services whose instances the container holds; their methods must exist and take no
/// arguments.
enum LifecycleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        zip(graph.definitions, graph.facts.types).flatMap { definition, type -> [Diagnostic] in
            guard !definition.isFaulty else { return [] }
            return faults(definition, type?.description).map { fault in
                var fault = fault
                fault.called(from: definition.origin.caller)
                return fault
            }
        }
    }

    /// If the definition does not state the type, only a supplied instance determines whether it has the methods.
    static func faults(
        of definition: Definition, suppliedAs type: String, _ exposed: (any ExposedType)?
    ) -> [Diagnostic] {
        if let exposed { return faults(definition, exposed.description) }
        return definition.lifecycle.actions.compactMap { key, action in
            guard case .method(let name) = action else { return nil }
            return .unknownMethod(
                name, of: type, isStatic: false, definition, [], at: definition.location(of: [key]))
        }
    }

    private static func faults(_ definition: Definition, _ type: TypeDescription?) -> [Diagnostic] {
        let lifecycle = definition.lifecycle
        var faults: [Diagnostic] = []
        if lifecycle.isEager == true, let fault = scopeFault("eager", definition) { faults.append(fault) }
        return faults
            + lifecycle.actions.compactMap { key, action in
                if let fault = scopeFault(key, definition) { return fault }
                guard case .method(let name) = action, let type else { return nil }
                return methodFault(name, key, type, definition)
            }
    }

    private static func scopeFault(_ key: String, _ definition: Definition) -> Diagnostic? {
        let fits = key == "stop" ? definition.scope.canBeSupplied : definition.scope == .shared
        return fits ? nil : .actionWithoutInstances(key, definition, at: definition.location(of: [key]))
    }

    private static func methodFault(
        _ name: String, _ key: String, _ type: TypeDescription, _ definition: Definition
    ) -> Diagnostic? {
        let location = definition.location(of: [key])
        guard let method = type.methods.first(where: { $0.name == name }) else {
            return .unknownMethod(
                name, of: type.name, isStatic: false, definition, type.methods.map(\.name), at: location)
        }
        guard method.arguments.allSatisfy(\.isOptional) else {
            return .actionTakesArguments(key, name, of: type.name, method, definition, at: location)
        }
        guard key != "health" || method.resultShape == .boolean || method.result == "()" else {
            return .healthIsNotBoolean(name, of: type.name, method, definition, at: location)
        }
        return nil
    }
}
