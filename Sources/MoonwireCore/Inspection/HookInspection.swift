package import MoonwireValues

/// A hook, and the services that it is for.
package struct HookInspection: Sendable, Hashable, Encodable {
    package let event: HookEvent
    /// As it was written; nil for events that concern the container as a whole.
    package let target: String?
    package let priority: Int
    package let isOnce: Bool
    /// The ids of the services that it chooses; nil for an event that is about something else.
    package let services: [String]?
    package let functions: [FunctionInspection]
    package let location: ScriptLocation?
    /// The line that called the helper function in which it was said.
    package let caller: ScriptLocation?
}

extension HookInspection {
    init(_ hook: Hook, _ graph: DefinitionGraph) {
        event = hook.event
        target = hook.target?.text
        priority = hook.priority
        isOnce = hook.isOnce
        services = hook.event.isAboutServices ? hook.target.map { Self.services($0, graph) } : nil
        functions = FunctionInspection.all(hook.function.location, hook.function.lastLine)
        location = hook.origin.location
        caller = hook.origin.caller
    }

    private static func services(_ target: HookTarget, _ graph: DefinitionGraph) -> [String] {
        if target.isExact { return graph.target(of: target.text).map { [graph.definitions[$0].id] } ?? [] }
        return graph.hookedServices.compactMap { service in
            service.flatMap { target.fit($0) == .misses ? nil : $0.id }
        }
    }
}
