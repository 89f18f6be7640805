import LuaRuntime
import Moonwire
import Synchronization

/// Counts what the container resolves and builds, what the functions of its scripts take, and how its services start and end.
public final class Activity: Sendable, Exposed, ContainerObserver {
    private typealias Labels = [String: String]

    private struct Counts {
        var builds: [Labels: Int] = [:]
        var failures: [Labels: Int] = [:]
        var waits: [Labels: Int] = [:]
        var resolves: [Labels: Int] = [:]
        var steps: [Labels: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let functions = FunctionMetrics()

    /// Scripts refer to it, and do not create it.
    public static let exposure = Exposure(Activity.self) {}

    /// Counts the resolves of all services, and the calls of functions.
    func count(in services: inout Registrations) {
        services.measureFunctions(with: functions)
        services.addHook(.resolved("*")) { [self] (_: AnyObject, info) in
            count(\.resolves, ["service": info.id ?? "", "scope": info.scope?.rawValue ?? ""])
        }
    }

    public func buildEnded(_ build: ObservedBuild, _ span: Void, after duration: Duration, error: (any Error)?) {
        let labels = ["service": build.id, "scope": build.scope]
        if build.isWait { return count(\.waits, labels) }
        count(error == nil ? \.builds : \.failures, labels)
    }

    public func lifecycleStepReached(_ step: LifecycleStep) {
        count(\.steps, ["service": step.id, "step": step.phase.rawValue])
    }

    private func count(_ counter: WritableKeyPath<Counts, [Labels: Int]>, _ labels: Labels) {
        counts.withLock { $0[keyPath: counter][labels, default: 0] += 1 }
    }

    /// All counters, in the text format of Prometheus.
    var text: String {
        let counts = counts.withLock { $0 }
        func counter(_ name: String, _ values: [Labels: Int]) -> String {
            Metrics.counter("relay_\(name)_total", values.map { ($0, $1) })
        }
        return counter("builds", counts.builds) + counter("build_failures", counts.failures)
            + counter("build_waits", counts.waits) + counter("resolves", counts.resolves)
            + counter("service_steps", counts.steps) + usesOfFunctions
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
}
