package import MoonwireValues

/// A value as it was written, and as it is now.
package struct ValueInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `argument "engine"`.
    package let place: String
    /// As scripts write it.
    package let written: String
    /// With parameters and variables filled in; nil when nothing is filled in, or when that fails.
    package let filled: String?
    /// Why nothing could be filled in.
    package let fault: String?
    /// The parameters from which it comes, nearest first.
    package let parameters: [String]
    /// The functions in it.
    package let functions: [FunctionInspection]
    package let location: ScriptLocation?
}
