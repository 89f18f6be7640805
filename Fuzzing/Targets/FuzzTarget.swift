/// A test of arbitrary bytes.
public enum FuzzTarget: String, CaseIterable, Codable, Sendable {
    /// The bytes are a script.
    case script
    /// The bytes determine which values are converted between Lua and Swift.
    case values
    /// The bytes determine which Swift functions a script calls, and the arguments.
    case arguments
    /// The bytes determine the contents of a hostile wiring script, which a container loads.
    case wiring
    /// The bytes determine the contents of a wiring script, valid or with one mistake, whose rules an interpreter has as well.
    case definitions

    /// Throws a ``Finding`` for a violation.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .script: try runScript(bytes)
        case .values: try convertValues(bytes)
        case .arguments: try callFunctions(bytes)
        case .wiring: try loadWiring(bytes)
        case .definitions: try compareDefinitions(bytes)
        }
    }
}

/// A violation of a property that holds for every input.
public struct Finding: Error, CustomStringConvertible {
    /// The violation, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw Finding(complaint()) }
}
