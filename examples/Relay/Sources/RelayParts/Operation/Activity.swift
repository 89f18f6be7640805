import Moonwire
import Synchronization

/// Counts what the container builds, and how its services start and end.
public final class Activity: Sendable, Exposed {
    private struct Counts {
        var builds: [String: Int] = [:]
        var failures: [String: Int] = [:]
        var steps: [[String: String]: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// Scripts refer to it, and do not create it.
    public static let exposure = Exposure(Activity.self) {}

    /// Counts the builds of all services from now on.
    func observe(_ services: inout Registrations) {
        services.addHook(.building("*")) { [self] info in
            counts.withLock { $0.builds[info.id ?? "", default: 0] += 1 }
        }
        services.addHook(.failed("*")) { [self] _, info in
            counts.withLock { $0.failures[info.id ?? "", default: 0] += 1 }
        }
    }

    func note(_ step: LifecycleStep) {
        counts.withLock { $0.steps[["service": step.id, "step": step.phase.rawValue], default: 0] += 1 }
    }

    /// All counters, in the text format of Prometheus.
    var text: String {
        let counts = counts.withLock { $0 }
        return Metrics.counter("relay_builds_total", Self.labeled(counts.builds))
            + Metrics.counter("relay_build_failures_total", Self.labeled(counts.failures))
            + Metrics.counter("relay_service_steps_total", counts.steps.map { ($0, $1) })
    }

    private static func labeled(_ counts: [String: Int]) -> [(labels: [String: String], value: Int)] {
        counts.map { (["service": $0], $1) }
    }
}
