package import MoonwireValues

/// A hook, and the services that it selects.
package struct HookInspection: Sendable, Hashable, Encodable {
    package let event: HookEvent
    /// As it was written; nil for events that concern the container as a whole.
    package let target: String?
    package let priority: Int
    package let isOnce: Bool
    /// The ids of the services that it selects; nil for an event that does not concern services.
    package let services: [String]?
    package let functions: [FunctionInspection]
    package let location: ScriptLocation?
    /// The line that called the helper function that contains it.
    package let caller: ScriptLocation?
}

extension HookInspection {
    init(_ hook: Hook, services ids: [String]) {
        event = hook.event
        target = hook.target?.text
        priority = hook.priority
        isOnce = hook.isOnce
        services = hook.event.isAboutServices && hook.target != nil ? ids : nil
        functions = FunctionInspection.all(hook.function.location, hook.function.lastLine)
        location = hook.origin.location
        caller = hook.origin.caller
    }
}
