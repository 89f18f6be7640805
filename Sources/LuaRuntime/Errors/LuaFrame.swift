public import MoonwireValues

/// One call that was in progress.
public struct LuaFrame: Sendable, Hashable {
    /// Whose code a call runs.
    public enum Owner: Sendable, Hashable {
        case script
        /// A Swift function that the host made callable.
        case swift
        /// A function of Lua's own library.
        case library
    }

    /// The line that ran; nil in a function that is not of a script.
    public let location: ScriptLocation?
    /// A host function's own name; for any other what its caller calls it, when that can be told.
    public let function: String?
    public let owner: Owner
}

extension LuaFrame: CustomStringConvertible {
    public var description: String {
        let name = function.map { " \"\($0)\"" } ?? ""
        switch owner {
        case .swift: return "Swift function\(name)"
        case .library: return "library function\(name)"
        case .script:
            let place = location.map { "\($0)" } ?? "a script"
            return function == nil ? place : "\(place), function\(name)"
        }
    }
}
