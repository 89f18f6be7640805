public import MoonwireCore
public import Testing

extension Container {
    /// Uses a scenario of the scripts while `body` runs, in this task and in the tasks that it creates.
    ///
    /// ```swift
    /// try container.withScenario("payment is refused") {
    ///     #expect(throws: Refused.self) { try container.resolve("shop", as: Shop.self).sell() }
    /// }
    /// ```
    ///
    /// Services are built for the operation, also if the container has instances of them; only instances that the application has
    /// supplied are used. Other tasks are not affected, so that tests can run concurrently. As with overrides, ``start()``,
    /// ``reload()``, and detached tasks use the wiring without the scenario.
    ///
    /// A build that the scenario does not permit or expect is an error, and an issue at the line of the call; so is a build that it
    /// expects or makes fail, and that does not begin before `body` returns.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - sourceLocation: The location of issues.
    ///   - body: The operation.
    /// - Returns: What `body` returns.
    /// - Throws: ``ContainerError`` if the scenario is not declared, or does not fit the wiring; and the errors of `body`.
    public func withScenario<R>(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation, operation body: () throws -> R
    ) throws -> R {
        let report = ScenarioReport(name, at: sourceLocation)
        do {
            let result = try withScenario(report.run, operation: body)
            report.record(after: nil)
            return result
        } catch {
            report.record(after: error)
            throw error
        }
    }

    /// Uses a scenario of the scripts while an asynchronous operation runs, in this task and in the tasks that it creates.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario.
    ///   - isolation: The actor on which `body` runs.
    ///   - sourceLocation: The location of issues.
    ///   - body: The operation.
    /// - Returns: What `body` returns.
    /// - Throws: ``ContainerError`` if the scenario is not declared, or does not fit the wiring; and the errors of `body`.
    public func withScenario<R>(
        _ name: String, isolation: isolated (any Actor)? = #isolation,
        sourceLocation: SourceLocation = #_sourceLocation, operation body: () async throws -> R
    ) async throws -> R {
        let report = ScenarioReport(name, at: sourceLocation)
        do {
            let result = try await withScenario(report.run, isolation: isolation, operation: body)
            report.record(after: nil)
            return result
        } catch {
            report.record(after: error)
            throw error
        }
    }
}
