/// The events to which ``Registrations`` adds a hook in Swift, written as `.created("mailer")`.
public enum HookPoint {
    /// Directly before a service is built.
    public struct Building: Sendable {
        let target: HookTarget

        /// Services by id, `tag:name`, `type:Name`, or a pattern; `*` for all.
        public static func building(_ target: String) -> Self { Self(target: HookTarget(target)) }
    }

    /// Directly after a service is built, before other code receives the instance.
    public struct Created: Sendable {
        let target: HookTarget

        /// Services by id, `tag:name`, `type:Name`, or a pattern such as `mail*`.
        public static func created(_ target: String) -> Self { Self(target: HookTarget(target)) }
    }

    /// When an instance is resolved or released.
    public struct Instance: Sendable {
        let event: HookEvent
        let target: HookTarget

        /// Each time the service is resolved, including resolves that find an existing instance.
        public static func resolved(_ target: String) -> Self {
            Self(event: .resolved, target: HookTarget(target))
        }

        /// When the container releases a shared instance: when it is replaced, and at the end of the container.
        public static func released(_ target: String) -> Self {
            Self(event: .released, target: HookTarget(target))
        }
    }

    /// When a slot is filled.
    public struct Injected: Sendable {
        let target: HookTarget

        /// Slots by `Owner.slot`, `type:Name`, or a pattern such as `Owner.*`.
        public static func injected(_ target: String) -> Self { Self(target: HookTarget(target)) }
    }

    /// When a build fails.
    public struct Failed: Sendable {
        let target: HookTarget

        /// Services by id, `tag:name`, `type:Name`, or a pattern; `*` for all.
        public static func failed(_ target: String) -> Self { Self(target: HookTarget(target)) }
    }

    /// At load, for each definition.
    public struct Registered: Sendable {
        let target: HookTarget

        /// Services by id, `tag:name`, `type:Name`, or a pattern; `*` for all.
        public static func registered(_ target: String) -> Self { Self(target: HookTarget(target)) }
    }

    /// Before or after a reload.
    public struct Reload: Sendable {
        let event: HookEvent

        /// Before a reload takes effect; a hook that throws vetoes it.
        public static var reloading: Self { Self(event: .reloading) }
        /// After a reload took effect.
        public static var reloaded: Self { Self(event: .reloaded) }
    }

    /// When the value of a parameter or a preference changes.
    public struct Change: Sendable {
        let event: HookEvent
        let target: HookTarget

        /// Parameters by name, or by a pattern such as `smtp.*`.
        public static func parameter(_ target: String) -> Self {
            Self(event: .parameter, target: HookTarget(target))
        }

        /// Preferences by `Group.name`, or by a pattern such as `Group.*`.
        public static func preference(_ target: String) -> Self {
            Self(event: .preference, target: HookTarget(target))
        }
    }
}
