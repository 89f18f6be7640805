/// A service whose build a hook looks at, before anybody else sees the instance.
public struct CreatedPoint: Sendable {
    let target: HookTarget

    /// Services by id, `tag:name`, `type:Name` or a pattern such as `mail*`.
    public static func created(_ target: String) -> CreatedPoint { CreatedPoint(target: HookTarget(target)) }
}

/// A service whose instances a hook is told of.
public struct InstancePoint: Sendable {
    let event: HookEvent
    let target: HookTarget

    /// Each time somebody gets the service, whether it was built for that or was there already.
    public static func resolved(_ target: String) -> InstancePoint {
        InstancePoint(event: .resolved, target: HookTarget(target))
    }

    /// When the container lets go of a shared instance: another is set in its place, or the container ends.
    public static func released(_ target: String) -> InstancePoint {
        InstancePoint(event: .released, target: HookTarget(target))
    }
}

/// A slot whose fillings a hook is told of.
public struct InjectedPoint: Sendable {
    let target: HookTarget

    /// Slots by `Owner.slot`, `type:Name` or a pattern such as `Owner.*`.
    public static func injected(_ target: String) -> InjectedPoint { InjectedPoint(target: HookTarget(target)) }
}

/// A service whose failed builds a hook is told of.
public struct FailedPoint: Sendable {
    let target: HookTarget

    /// Services by id, `tag:name`, `type:Name` or a pattern; `*` for all.
    public static func failed(_ target: String) -> FailedPoint { FailedPoint(target: HookTarget(target)) }
}

/// A definition that a hook is told of at load.
public struct RegisteredPoint: Sendable {
    let target: HookTarget

    /// Services by id, `tag:name`, `type:Name` or a pattern; `*` for all.
    public static func registered(_ target: String) -> RegisteredPoint { RegisteredPoint(target: HookTarget(target)) }
}

/// A reload that a hook is told of.
public struct ReloadPoint: Sendable {
    let event: HookEvent

    /// Before a reload takes effect; a hook that throws vetoes it.
    public static var reloading: ReloadPoint { ReloadPoint(event: .reloading) }
    /// After a reload took effect.
    public static var reloaded: ReloadPoint { ReloadPoint(event: .reloaded) }
}

/// A value whose changes a hook is told of.
public struct ChangePoint: Sendable {
    let event: HookEvent
    let target: HookTarget

    /// Parameters by name, or by a pattern such as `smtp.*`.
    public static func parameter(_ target: String) -> ChangePoint {
        ChangePoint(event: .parameter, target: HookTarget(target))
    }

    /// Preferences by `Group.name`, or by a pattern such as `Group.*`.
    public static func preference(_ target: String) -> ChangePoint {
        ChangePoint(event: .preference, target: HookTarget(target))
    }
}
