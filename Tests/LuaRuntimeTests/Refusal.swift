import LuaRuntime

/// What a Swift function throws into scripts.
struct Refusal: Error, Equatable, CustomStringConvertible {
    let reason: Int
    var description: String { "refused for \(reason)" }

    /// Refuses whatever it is asked for.
    static let function = HostFunction("refuse") { (n: Int) in throw Refusal(reason: n) }
}
