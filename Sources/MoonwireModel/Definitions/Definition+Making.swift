extension Definition {
    /// Whether the container builds nothing, or the application does it and may assign the slots.
    var isMadeElsewhere: Bool {
        switch construction {
        case .alias, .synthetic, .swift: true
        default: false
        }
    }

    /// Whether an initializer without arguments makes the instance, and nothing changes it.
    var isMadeOfNothing: Bool {
        guard case .type = construction else { return false }
        return hasNoArgumentsAndSteps
    }

    /// Whether the definition passes no arguments, and does nothing with the instance.
    var hasNoArgumentsAndSteps: Bool { arguments.isEmpty && setters.isEmpty && calls.isEmpty && configure == nil }
}
