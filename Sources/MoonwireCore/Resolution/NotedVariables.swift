import MoonwireSupport

/// The variables of the environment as builds read them: the services under construction are noted to depend on them.
final class NotedVariables: Sendable {
    private let source: EnvironmentVariables
    private let reader = Lock<WeakGeneration?>(nil)

    init(_ source: EnvironmentVariables) {
        self.source = source
    }

    /// From now on what is read is noted as read by services of that generation.
    func begin(_ generation: WeakGeneration) { reader.withLock { $0 = generation } }

    var variables: EnvironmentVariables {
        source.noting { [self] reading, text in
            if let generation = reader.withLock({ $0 })?.generation {
                Resolution.current.observe(in: generation) { generation.dependencyLog.note(reading, text, by: $0) }
            }
        }
    }
}
