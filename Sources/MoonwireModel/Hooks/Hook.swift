/// A function that runs at an event, with its location.
package struct Hook: Sendable {
    package let event: HookEvent
    /// Nil for events that concern the container as a whole.
    package let target: HookTarget?
    /// Hooks of a higher priority run first, those of the same in the order in which they were written.
    package let priority: Int
    /// Whether the hook runs once in a generation, and no more.
    package let isOnce: Bool
    package let origin: Origin
    package let function: any HookFunction

    package init(
        _ event: HookEvent, _ target: HookTarget?, priority: Int = 0, isOnce: Bool = false, origin: Origin,
        function: any HookFunction
    ) {
        self.event = event
        self.target = target
        self.priority = priority
        self.isOnce = isOnce
        self.origin = origin
        self.function = function
    }

    /// Whether a script contains the hook.
    package var isOfScript: Bool { function.isOfScript }

    /// The hook as messages name it: `hook.created("mailer")`.
    package var phrase: String {
        "hook.\(event.rawValue)" + (target.map { "(\"\($0.text)\")" } ?? "")
    }
}

extension [Hook] {
    /// In the order in which they run.
    package var inRunningOrder: [Hook] {
        // `sort` is stable, but does not guarantee it.
        enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }
}
