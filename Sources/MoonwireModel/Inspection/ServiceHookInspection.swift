package import MoonwireValues

/// A hook that runs for a service.
package struct ServiceHookInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `hook.created("mailer")`.
    package let hook: String
    package let event: HookEvent
    /// Whether the target is decided only by an instance.
    package let needsType: Bool
    package let location: ScriptLocation?
}
