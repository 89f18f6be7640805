package import MoonwireValues

/// A hook that runs for a service.
package struct ServiceHookInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `hook.created("mailer")`.
    package let hook: String
    package let event: HookEvent
    /// Whether only an instance tells if the hook is for it.
    package let needsType: Bool
    package let location: ScriptLocation?
}
