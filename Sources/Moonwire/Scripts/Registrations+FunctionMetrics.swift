public import LuaRuntime
public import MoonwireCore

extension Registrations {
    /// Counts the calls of the functions of all scripts, and what they use, by their lines.
    ///
    /// ```swift
    /// let metrics = FunctionMetrics()
    /// let container = try Container(scripts: ["container.lua"], environment: .prod) { services in
    ///     services.measureFunctions(with: metrics)
    /// }
    /// for function in metrics.functions { print(function.location, function.calls, function.time) }
    /// ```
    ///
    /// The counters go on after reloads. Without this call, nothing is measured, and calls pay nothing for it.
    ///
    /// - Parameter metrics: Where the calls are counted.
    public mutating func measureFunctions(with metrics: FunctionMetrics) { add(MeasuredFunctions(metrics: metrics)) }
}

/// The metrics with which the application measures the functions of scripts.
struct MeasuredFunctions: LayerModule {
    let metrics: FunctionMetrics

    var product: String { "FunctionMetrics" }
}
