/// A value that was read from the environment and on which a wiring depends.
package enum EnvironmentReading: Hashable, Sendable {
    case variable(String)
    /// The content of the file whose path is in the variable.
    case file(String)

    /// The name of the variable.
    package var name: String {
        switch self {
        case .variable(let name), .file(let name): name
        }
    }
}
