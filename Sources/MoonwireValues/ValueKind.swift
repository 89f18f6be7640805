/// The kind of a value.
public enum ValueKind: String, Sendable, Hashable, Codable {
    case null
    case boolean
    case integer
    /// A floating-point number.
    case number
    /// A string.
    case text
    case list
    case map
    /// An object of a Swift type.
    case object
    /// A function of a script.
    case function
    /// A handle: the result of `lazy` or `provider`.
    case handle
}

extension ValueKind {
    /// The kind with its article, as in a sentence: `an integer`.
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
