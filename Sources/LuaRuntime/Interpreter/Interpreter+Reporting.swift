extension Interpreter {
    /// Runs a body, and adds the calls that an error passes to it.
    ///
    ///     do { try lua.reporting { try function.call() } } catch let error as LuaError { print(error.report) }
    ///
    /// Without this method, the error that a host function throws arrives unchanged. In its body, an error that passes a script is thrown
    /// as a ``LuaError``, which has the error as its ``LuaError/underlying``, and the frames of every script and host function that it
    /// passed, also in nested entries. Other errors are thrown unchanged. The method has no cost until an error is thrown.
    ///
    /// - Parameter body: Runs scripts.
    /// - Returns: What the body returns.
    /// - Throws: ``LuaError`` for an error that passes a script, or what the body throws.
    public func reporting<R>(_ body: () throws -> R) throws -> R {
        let trail = ErrorTrail()
        do {
            return try ErrorTrail.$current.withValue(trail, operation: body)
        } catch {
            throw trail.report(of: error)
        }
    }

    /// Runs an asynchronous body, and adds the calls that an error passes to it.
    ///
    /// - Parameter body: Runs scripts.
    /// - Returns: What the body returns.
    /// - Throws: ``LuaError`` for an error that passes a script, or what the body throws.
    public func reporting<R>(_ body: () async throws -> R) async throws -> R {
        let trail = ErrorTrail()
        do {
            return try await ErrorTrail.$current.withValue(trail, operation: body)
        } catch {
            throw trail.report(of: error)
        }
    }
}
