import MoonwireCore

extension Container {
    /// Makes a change, and reports it with its outcome.
    func reportingChange<R>(_ change: AttachedChange, through path: String, _ body: () throws -> R) throws -> R {
        do {
            let result = try body()
            diagnostics.report([.attached(change, path, isRefused: false)])
            return result
        } catch {
            diagnostics.report([.attached(change, path, isRefused: true)])
            throw error
        }
    }
}
