import MoonwireCore
public import Testing

/// A trait that gives each test case a container of its own.
///
/// ```swift
/// @Suite(.wiring("container.lua", "test.lua", types: Exposures.all)) struct SignupTests {
///     @Test func aNewMemberIsGreeted() throws {
///         try Test.container.resolve("signup", as: Signup.self).add("Ada")
///     }
/// }
/// ```
///
/// The trait of a suite applies to each test in it, and in the suites inside it. Each test case, so also each argument of a
/// parameterized test, has a container that is created for it. If several traits apply, only the last one does: that of a test replaces
/// that of its suite.
///
/// The container is the current one while the test case runs, also for tasks that the test creates: ``Test/container`` returns it, and
/// it fills the slots of objects that the test creates. Afterward, also if the test throws, the container is shut down. What cannot be
/// stopped is an issue of the test, unless the test has ended the container itself.
///
/// With `scenario:`, the container has the wiring of that scenario. What the scenario does not permit or expect is an issue at the line
/// of the test, with the line of the script.
///
/// If the container cannot be created, the error is an issue of the test at the line of the test, and the test does not run.
public final class WiringTrait: TestTrait, SuiteTrait, TestScoping {
    /// The name of the scenario that the tests use; nil if they use the wiring as it is.
    private let scenario: String?
    private let makeContainer: @Sendable () throws -> Container

    init(_ scenario: String?, _ makeContainer: @escaping @Sendable () throws -> Container) {
        self.scenario = scenario
        self.makeContainer = makeContainer
    }

    /// True: the trait of a suite applies to all tests in it.
    public var isRecursive: Bool { true }

    /// The trait itself for a test case, unless another trait replaces it.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> WiringTrait? {
        let last = test.traits.last { $0 is WiringTrait } as? WiringTrait
        return testCase != nil && last === self ? self : nil
    }

    /// Runs a test case with a container, and shuts the container down.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let report = scenario.map { ScenarioReport($0, at: test.sourceLocation) }
        let container: Container
        do { container = try ScenarioRun.$adopting.withValue(report?.run, operation: makeContainer) } catch {
            Issue.record(error, .notWired, sourceLocation: test.sourceLocation)
            return
        }
        if let report, !report.run.isAdopted {
            await container.shutdownGracefully()
            Issue.record(.notAdopted(report.run.name), sourceLocation: test.sourceLocation)
            return
        }
        var thrown: (any Error)?
        do { try await withContainer(container, operation: function) } catch { thrown = error }
        let hasEnded = container.hasEnded
        let faults = await container.shutdownGracefully()
        if !hasEnded, !faults.isEmpty { Issue.record(.notStopped(faults), sourceLocation: test.sourceLocation) }
        report?.record(after: thrown)
        if let thrown { throw thrown }
    }
}
