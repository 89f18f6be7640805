import MoonwireSupport

/// Where the life of a generation meets its hooks.
extension Generation {
    /// Runs the hooks.
    var hookRunner: HookRunner { HookRunner(self) }

    /// Tells hooks of the definitions, unless they know them; from then on services can be built.
    ///
    /// - Parameter blame: Gets the hook that fails.
    func open(blame: (Hook) -> Void = { _ in }) throws {
        if base == nil { try hookRunner.registered(blame: blame) }
        opened.store(true, ordering: .releasing)
    }

    /// Whether services can be built: not before the generation serves.
    @inline(__always) var isOpen: Bool { opened.load(ordering: .acquiring) }

    /// The error of a failed build, of which hooks have been told.
    func failed(_ service: PlannedService, _ error: ContainerError) -> ContainerError {
        if service.hooks != nil { hookRunner.failed(error, service) }
        return error
    }
}
