import LuaRuntime
import Moonwire
import Synchronization

/// Counts what the container resolves and builds, what the functions of its scripts take, and how its services start and end.
public final class Activity: Sendable, Exposed {
    private struct Counts {
        var builds: [String: Int] = [:]
        var failures: [String: Int] = [:]
        var resolves: [String: Int] = [:]
        var steps: [[String: String]: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let functions = FunctionMetrics()

    /// Scripts refer to it, and do not create it.
    public static let exposure = Exposure(Activity.self) {}

    /// Counts the resolves and builds of all services, and the calls of functions, from now on.
    func observe(_ services: inout Registrations) {
        services.measureFunctions(with: functions)
        services.addHook(.resolved("*")) { [self] (_: AnyObject, info) in
            counts.withLock { $0.resolves[info.id ?? "", default: 0] += 1 }
        }
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
            + Metrics.counter("relay_resolves_total", Self.labeled(counts.resolves))
            + Metrics.counter("relay_service_steps_total", counts.steps.map { ($0, $1) }) + usesOfFunctions
    }

    private var usesOfFunctions: String {
        func counter(_ name: String, _ value: (FunctionMetrics.Function) -> Int) -> String {
            Metrics.counter(
                "relay_function_\(name)_total",
                functions.functions.map { (["function": "\($0.location)"], value($0)) })
        }
        return counter("calls", \.calls) + counter("instructions", \.instructions)
            + counter("microseconds") { Int($0.time / .microseconds(1)) }
    }

    private static func labeled(_ counts: [String: Int]) -> [(labels: [String: String], value: Int)] {
        counts.map { (["service": $0], $1) }
    }
}
