// The declarations of swift-metrics that MoonwireCore uses, for scripts/traits.

/// Makes metrics.
public protocol MetricsFactory: Sendable {}

/// The metrics of the process.
public enum MetricsSystem {
    private struct None: MetricsFactory {}

    /// Makes the metrics of the process.
    public static var factory: any MetricsFactory { None() }
}

/// A number that grows.
public final class Counter: Sendable {
    /// Creates a metric.
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    /// Adds one.
    public func increment() {}
}

/// A number that changes.
public final class Gauge: Sendable {
    /// Creates a metric.
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    /// Sets the number.
    public func record<Value: BinaryInteger>(_ value: Value) {}
}

/// Times.
public final class Timer: Sendable {
    /// Creates a metric.
    public convenience init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
        self.init()
    }
    /// Records a time.
    public func recordNanoseconds(_ duration: Int64) {}
}
