/// What values a Swift type accepts, as data: for checks without the type, for manifests and for editors.
public indirect enum ValueShape: Sendable, Hashable, Codable {
    case anything
    /// Plain data of any form, which the type takes apart itself: a `Codable` type.
    case plain
    case boolean
    case integer(min: Int64, max: Int64)
    case number
    case text
    case data
    /// A number of seconds since 1970, or a text of ISO 8601.
    case date
    /// A number, or a text that writes one.
    case decimal
    case url
    case uuid
    case list(ValueShape)
    case map(ValueShape)
    case optional(ValueShape)
    /// One of an enum's raw values.
    case choice([String])
    /// A function of a script.
    case function
    /// An object of the type with this qualified name, or of one that provides it. A protocol has `any` before its name.
    case object(String)
}
