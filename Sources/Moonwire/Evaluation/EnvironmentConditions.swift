/// The environments that `when` may name, and what holds while it runs a function.
struct EnvironmentConditions {
    var environments = ["dev", "test", "prod"]
    /// Whether a function of `when` runs.
    var isConditional = false
    /// The chunks that run outside of the current coroutine, outermost first.
    var outerChunks: [String] = []
}
