/// What is tried with arbitrary bytes.
public enum FuzzTarget: String, CaseIterable, Codable, Sendable {
    /// The bytes are a script.
    case script
    /// The bytes say which values cross between Lua and Swift.
    case values
    /// The bytes say which functions of Swift a script calls, with which arguments.
    case arguments
    /// The bytes say what a hostile wiring script is made of, which a container loads.
    case wiring

    /// Throws a ``Finding`` when something happens that must not.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .script: try runScript(bytes)
        case .values: try convertValues(bytes)
        case .arguments: try callFunctions(bytes)
        case .wiring: try loadWiring(bytes)
        }
    }
}

/// What must not happen, in a sentence.
public struct Finding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw Finding(complaint()) }
}
