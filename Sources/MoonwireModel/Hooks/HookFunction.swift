public import MoonwireValues

/// What a hook does: a closure of the application, or a function of a script.
public protocol HookFunction: AnyObject, Sendable {
    /// Where a function of a script begins.
    var location: ScriptLocation? { get }
    /// The number of the line where it ends.
    var lastLine: Int? { get }
    /// Whether a script says what the hook does, and not the application.
    var isOfScript: Bool { get }
}

extension HookFunction {
    public var location: ScriptLocation? { nil }
    public var lastLine: Int? { nil }
    public var isOfScript: Bool { true }
}
