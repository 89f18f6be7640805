// The declarations of swift-metrics that MoonwireCore uses, for scripts/traits.

/// Makes metrics.
public protocol MetricsFactory: Sendable {}

/// The metrics of the process.
public enum MetricsSystem {
    private struct None: MetricsFactory {}

    public static var factory: any MetricsFactory { None() }
}

/// A number that grows.
public final class Counter: Sendable {
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    public func increment() {}
}

/// A number that changes.
public final class Gauge: Sendable {
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    public func record<Value: BinaryInteger>(_ value: Value) {}
}

/// Times.
public final class Timer: Sendable {
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    public func recordNanoseconds(_ duration: Int64) {}
}
