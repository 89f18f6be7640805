import MoonwireSupport

/// Calls the hooks of a generation.
extension Generation {
    /// Runs the hooks.
    var hookRunner: HookRunner { HookRunner(self) }

    /// Calls the `registered` hooks unless they have run; from then on services can be built.
    ///
    /// `blame` receives the hook that fails.
    func open(blame: (Hook) -> Void = { _ in }) throws {
        if context.base == nil { try hookRunner.registered(blame: blame) }
        opened.store(true, ordering: .releasing)
    }

    /// Whether services can be built; not before the generation is adopted.
    @inline(__always) var isOpen: Bool { opened.load(ordering: .acquiring) }

    /// The error of a failed build whose hooks have run.
    func failed(_ service: PlannedService, _ error: ContainerError) -> ContainerError {
        if service.hooks != nil { hookRunner.failed(error, service) }
        return error
    }
}
