import LuaRuntime

/// What a Swift function throws into scripts.
struct TestError: Error, Equatable, CustomStringConvertible {
    let reason: Int
    var description: String { "refused for \(reason)" }

    /// Refuses whatever it is asked for.
    static let function = HostFunction("refuse") { (n: Int) in throw TestError(reason: n) }
}
