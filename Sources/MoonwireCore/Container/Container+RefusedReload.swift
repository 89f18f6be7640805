import MoonwireSupport

extension Container {
    /// The last reload, if it was refused; nil as long as the container serves what the scripts said last.
    ///
    /// ```swift
    /// if let refused = container.refusedReload { log("serving an old wiring since \(refused.date): \(refused.error)") }
    /// ```
    public var refusedReload: RefusedReload? { refusal.withLock { $0 } }

    /// Waits for a reload that is under way, which may have read the changed files already, and returns ``refusedReload`` then.
    func waitForRefusedReload() -> RefusedReload? {
        reloadGate.waitUntilFree()
        return refusedReload
    }
}
