package import MoonwireValues

/// What a hook does: a closure of the application, or a function of a script.
package protocol HookFunction: AnyObject, Sendable {
    /// The line where a function of a script begins.
    var location: ScriptLocation? { get }
    /// The line where it ends.
    var lastLine: Int? { get }
    /// Whether a script, and not the application, contains the hook.
    var isOfScript: Bool { get }
    /// Whether its errors name what they are about, so that messages do not name the hook.
    var namesItself: Bool { get }
}

extension HookFunction {
    package var location: ScriptLocation? { nil }
    package var lastLine: Int? { nil }
    package var isOfScript: Bool { true }
    package var namesItself: Bool { false }
}
