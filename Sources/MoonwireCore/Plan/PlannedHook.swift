import MoonwireSupport

/// A hook in the plan of a generation; one with `once` can be exhausted.
final class PlannedHook: Sendable {
    let hook: Hook
    private let function: any CallableHookFunction
    private let isUsedUp = Atomic(false)

    init(_ hook: Hook) {
        self.hook = hook
        function = hook.function.callable
    }

    /// Runs the hook unless it is exhausted.
    ///
    /// One that fails is not, because it did not have its effect.
    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer {
        guard claim() else { return .nothing }
        do { return try function.run(arguments, info) } catch {
            if hook.isOnce { isUsedUp.store(false, ordering: .releasing) }
            throw hook.failure(error, info)
        }
    }

    /// Of simultaneous threads, only one may run a hook that runs once.
    private func claim() -> Bool {
        guard hook.isOnce else { return true }
        return isUsedUp.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}

extension Hook {
    /// The error of a failing hook, with its line and its target.
    fileprivate func failure(_ error: any Error, _ info: HookInfo) -> ContainerError {
        if let error = error as? ContainerError {
            if function.namesItself { return error }
            return ContainerError(error.diagnostics.map { $0.inHook(self) }, underlying: error.underlying)
        }
        return ContainerError(.hookFailed(self, for: info.id, error), underlying: error)
    }
}
