/// What sort of thing a value is, in the words that messages use.
public enum ValueKind: String, Sendable, Hashable, Codable {
    case null
    case boolean
    case integer
    case number
    case text
    case list
    case map
    case object
    case function
    case handle
}

extension ValueKind {
    /// The kind with its article, as it stands in a sentence: `an integer`.
    public var phrase: String {
        switch self {
        case .null: "nil"
        case .text: "a string"
        case .boolean: "a Boolean"
        case .integer, .object: "an \(rawValue)"
        default: "a \(rawValue)"
        }
    }
}
