/// The values that a Swift type accepts, as data: for checks without the type, for manifests, and for editors.
public indirect enum ValueShape: Sendable, Hashable {
    /// Any value.
    case anything
    /// Plain data in a form that only the type knows, such as that of a `Codable` type.
    case plain
    case boolean
    case integer(min: Int64, max: Int64)
    case number
    case text
    /// A string of one character.
    case character
    case data
    /// A number of seconds since 1970, or a string in the format of ISO 8601.
    case date
    /// A number of seconds, or a string with units such as `250ms`.
    case duration
    /// The identifier of a time zone.
    case timeZone
    /// The identifier of a locale.
    case locale
    /// A number, or a string that contains one.
    case decimal
    case url
    case uuid
    /// A string with both bounds, which have this shape: `1..<5`.
    case range(ValueShape)
    /// The same with the upper bound in the range: `1...5`.
    case closedRange(ValueShape)
    case list(ValueShape)
    case map(ValueShape)
    /// A list of pairs in order.
    case pairs(key: ValueShape, value: ValueShape)
    case optional(ValueShape)
    /// One of the raw values of an enumeration.
    case choice([String])
    /// A function of a script.
    case function
    /// An object of the type with this qualified name, or of one that provides it. A protocol has `any` before its name.
    case object(String)
}
