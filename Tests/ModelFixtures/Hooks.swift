package import MoonwireModel

/// A hook as a script would add it.
package func hook(_ event: HookEvent, _ target: String, priority: Int = 0, line: Int? = nil) -> Hook {
    Hook(event, HookTarget(target), priority: priority, origin: Origin(line.map(at)), function: SilentHook())
}

/// A hook without a target.
package func hook(_ event: HookEvent, line: Int? = nil) -> Hook {
    Hook(event, nil, origin: Origin(line.map(at)), function: SilentHook())
}

private final class SilentHook: HookFunction {}
