import MoonwireValues

/// `eager`, `start`, `run`, `ready`, `health`, `handover`, and `stop` belong to services whose instances the container holds; their methods
/// must exist and take no arguments, except that of `handover`, which takes the former instance.
enum LifecycleCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        zip(graph.definitions, graph.facts.types).flatMap { definition, type -> [Diagnostic] in
            // Most definitions state none of these keys.
            guard definition.hasLifecycle || definition.reload == .reapply, !definition.isFaulty else { return [] }
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
        if definition.isLazy, lifecycle.takesPartInStart {
            faults.append(.lazyInStart(definition, at: definition.location(of: ["lazy"])))
        }
        return faults + combinationFaults(definition) + reapplyFaults(definition, type)
            + lifecycle.actions.compactMap { key, action in
                if let fault = scopeFault(key, definition) ?? uselessHandover(key, definition, type) { return fault }
                guard case .method(let name) = action, let type else { return nil }
                return methodFault(name, key, type, definition)
            }
    }

    /// Keys that have no effect without another one.
    private static func combinationFaults(_ definition: Definition) -> [Diagnostic] {
        let lifecycle = definition.lifecycle
        func fault(_ key: String, _ others: [String]) -> Diagnostic {
            .keyWithout(others, key, definition, at: definition.location(of: [key]))
        }
        if lifecycle.run != nil { return [] }
        return [
            lifecycle.ready != nil && lifecycle.start == nil ? fault("ready", ["run", "start"]) : nil,
            lifecycle.onReturn != nil ? fault("on_return", ["run"]) : nil,
            lifecycle.onFailure != nil ? fault("on_failure", ["run"]) : nil,
        ].compactMap(\.self)
    }

    /// Setters and calls can run again only where there are any, on an instance that the container holds.
    ///
    /// The defaults of a file have `reload` for services of all kinds.
    private static func reapplyFaults(_ definition: Definition, _ type: TypeDescription?) -> [Diagnostic] {
        guard definition.reload == .reapply, definition.written.contains(.reload) else { return [] }
        if definition.scope != .shared { return [.reapplyInOtherScope(definition)] }
        if definition.configure != nil { return [.reapplyOfFunction(definition)] }
        if !definition.hasSettersOrCalls { return [.reapplyWithoutSteps(definition)] }
        guard let type, !type.isClass else { return [] }
        return [.reapplyToValue(type.name, definition)]
    }

    private static func scopeFault(_ key: String, _ definition: Definition) -> Diagnostic? {
        let fits = key == "stop" ? definition.scope.isHeld : definition.scope == .shared
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
        if key == "handover" { return handoverFault(method, name, of: type, definition, at: location) }
        guard method.arguments.allSatisfy(\.isOptional) else {
            return .actionTakesArguments(key, name, of: type.name, method, definition, at: location)
        }
        if key == "run" {
            return method.isAsync ? nil : .runIsSynchronous(name, of: type.name, definition, at: location)
        }
        let isBoolean = method.resultShape == .boolean || method.result == "()"
        guard isBoolean || !["health", "ready"].contains(key) else {
            return .answerIsNotBoolean(key, name, of: type.name, method, definition, at: location)
        }
        return nil
    }

    /// A state that nothing can take over.
    private static func uselessHandover(
        _ key: String, _ definition: Definition, _ type: TypeDescription?
    ) -> Diagnostic? {
        guard key == "handover" else { return nil }
        let location = definition.location(of: [key])
        if definition.isSynthetic { return .handoverOfSupplied(definition, at: location) }
        guard let type, !type.isClass else { return nil }
        return .handoverOfValue(type.name, definition, at: location)
    }

    /// The method receives the former instance.
    private static func handoverFault(
        _ method: Signature, _ name: String, of type: TypeDescription, _ definition: Definition,
        at location: ScriptLocation?
    ) -> Diagnostic? {
        let isFitting =
            !method.isAsync && method.arguments.dropFirst().allSatisfy(\.isOptional)
            && method.arguments.first.map { $0.shape.accepts(instanceOf: type) } == true
        return isFitting ? nil : .unfitHandover(name, of: type.name, method, definition, at: location)
    }

}

extension ValueShape {
    /// Whether a value of this shape can be an instance of a type.
    package func accepts(instanceOf type: TypeDescription) -> Bool {
        switch self {
        case .anything: true
        case .optional(let shape): shape.accepts(instanceOf: type)
        case .object(let name): name == type.qualifiedName || type.providedTypes.contains(name)
        default: false
        }
    }
}
