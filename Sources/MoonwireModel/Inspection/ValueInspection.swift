package import MoonwireValues

/// A value as it was written, and its current value.
package struct ValueInspection: Sendable, Hashable, Encodable {
    /// As messages name it: `argument "engine"`.
    package let field: String
    /// As scripts write it.
    package let written: String
    /// With parameters and variables filled in; nil if there are none, or if that fails.
    package let filled: String?
    /// Why the value could not be filled in.
    package let fault: String?
    /// The parameters that contain it, nearest first.
    package let parameters: [String]
    /// The functions in it.
    package let functions: [FunctionInspection]
    package let location: ScriptLocation?
}
