package import MoonwireValues

/// A function of a script, by its lines.
package struct FunctionInspection: Sendable, Hashable, Encodable {
    package let file: String
    package let firstLine: Int
    package let lastLine: Int
}

extension FunctionInspection {
    /// The function; nil if it is not a function of a script.
    package static func all(_ first: ScriptLocation?, _ last: Int?) -> [FunctionInspection] {
        guard let first, let last else { return [] }
        return [FunctionInspection(file: first.file, firstLine: first.line, lastLine: last)]
    }
}
