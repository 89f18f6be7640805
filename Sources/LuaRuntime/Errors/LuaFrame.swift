public import MoonwireValues

/// A call that was in progress.
public struct LuaFrame: Sendable, Hashable {
    /// What a call runs.
    public enum Owner: Sendable, Hashable {
        /// A function of a script, or a chunk.
        case script
        /// A Swift function of the host.
        case swift
        /// A function of Lua's own library.
        case library
    }

    /// The line that ran; nil in a function that is not a script's.
    public let location: ScriptLocation?
    /// The name of a host function; for any other, the name that its caller uses, if there is one.
    public let function: String?
    /// What the call runs.
    public let owner: Owner
}

extension LuaFrame: CustomStringConvertible {
    /// The location and the name of the function.
    public var description: String {
        let name = function.map { " \"\($0)\"" } ?? ""
        switch owner {
        case .swift: return "Swift function\(name)"
        case .library: return "library function\(name)"
        case .script:
            let script = location.map { "\($0)" } ?? "a script"
            return function == nil ? script : "\(script), function\(name)"
        }
    }
}
