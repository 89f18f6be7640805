import MoonwireSupport

/// Reads variables of the environment during builds, and records them as dependencies of the services under construction.
final class NotedVariables: Sendable {
    private let source: EnvironmentVariables
    private let reader = Lock<WeakGeneration?>(nil)

    init(_ source: EnvironmentVariables) {
        self.source = source
    }

    /// From now on, reads are recorded for services of that generation.
    func begin(_ generation: WeakGeneration) { reader.withLock { $0 = generation } }

    var variables: EnvironmentVariables {
        source.noting { [self] reading, text in
            if let generation = reader.withLock({ $0 })?.lease() {
                defer { generation.endLease() }
                Resolution.current.observe(in: generation) {
                    generation.instances.dependencyLog.note(reading, text, by: $0)
                }
            }
        }
    }
}
