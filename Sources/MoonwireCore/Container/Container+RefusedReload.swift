import MoonwireSupport

extension Container {
    /// The last reload, if it was refused; nil if the container uses the current scripts.
    ///
    /// ```swift
    /// if let refused = container.refusedReload { log("serving an old wiring since \(refused.date): \(refused.error)") }
    /// ```
    public var refusedReload: RefusedReload? { refusal.withLock { $0 } }

    /// Waits for a reload in progress, which may have read the changed files already, then returns ``refusedReload``.
    func waitForRefusedReload() -> RefusedReload? {
        reloadGate.waitUntilFree()
        return refusedReload
    }
}
