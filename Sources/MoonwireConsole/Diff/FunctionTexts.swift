import Foundation
import MoonwireCore

/// The lines of functions, which tell whether two of them are the same.
final class FunctionTexts {
    private var files: [String: [Substring]] = [:]

    /// Whether two parts say the same, functions in them included.
    func areSame(_ one: WiringItem.Field, _ other: WiringItem.Field) -> Bool {
        one.text == other.text && one.functions.count == other.functions.count
            && zip(one.functions, other.functions).allSatisfy { text(of: $0) == text(of: $1) }
    }

    /// From its first word to its last one, as far as lines tell: of several functions on one line, all count.
    private func text(of function: FunctionInspection) -> Substring {
        let lines = lines(of: function.file)
        let wanted = ((function.firstLine - 1)..<function.lastLine).clamped(to: lines.indices)
        let text = lines[wanted].joined(separator: "\n")
        let start = text.firstRange(of: "function")?.lowerBound ?? text.startIndex
        let end = text.ranges(of: "end").last?.upperBound ?? text.endIndex
        return start < end ? text[start..<end] : text[...]
    }

    private func lines(of file: String) -> [Substring] {
        if let known = files[file] { return known }
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        files[file] = lines
        return lines
    }
}
