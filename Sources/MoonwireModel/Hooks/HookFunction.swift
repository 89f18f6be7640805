public import MoonwireValues

/// What a hook does: a closure of the application, or a function of a script.
public protocol HookFunction: AnyObject, Sendable {
    /// The line where a function of a script begins.
    var location: ScriptLocation? { get }
    /// The line where it ends.
    var lastLine: Int? { get }
    /// Whether a script, and not the application, contains the hook.
    var isOfScript: Bool { get }
}

extension HookFunction {
    public var location: ScriptLocation? { nil }
    public var lastLine: Int? { nil }
    public var isOfScript: Bool { true }
}
