import Foundation
import MoonwireCore
import MoonwireSupport

/// The lines of functions, which tell whether two of them are the same.
///
/// Those that lie on the same lines are read once, however many they are, and compared by the number of their text.
final class FunctionTexts {
    private var files: [String: [Substring]] = [:]
    private var numbers: [FunctionInspection: Int] = [:]
    private var numbersOfTexts: [Substring: Int] = [:]

    /// Whether two parts say the same, functions in them included.
    func areSame(_ one: WiringItem.Field, _ other: WiringItem.Field) -> Bool {
        one.text == other.text && one.functions.count == other.functions.count
            && zip(one.functions, other.functions).allSatisfy { number(of: $0) == number(of: $1) }
    }

    /// The number of the function's text: equal texts have the same.
    private func number(of function: FunctionInspection) -> Int {
        if let known = numbers[function] { return known }
        let text = text(of: function)
        let number = numbersOfTexts[text] ?? numbersOfTexts.count
        numbersOfTexts[text] = number
        numbers[function] = number
        return number
    }

    /// From its first word to its last one, as far as lines tell: of several functions on one line, all count.
    private func text(of function: FunctionInspection) -> Substring {
        let lines = lines(of: function.file)
        let wanted = ((function.firstLine - 1)..<function.lastLine).clamped(to: lines.indices)
        let text = lines[wanted].joined(separator: "\n")
        let start = text.range(of: "function", options: .literal)?.lowerBound ?? text.startIndex
        let end = text.range(of: "end", options: [.literal, .backwards])?.upperBound ?? text.endIndex
        return start < end ? text[start..<end] : text[...]
    }

    private func lines(of file: String) -> [Substring] {
        if let known = files[file] { return known }
        let data = FileManager.default.contents(atPath: file) ?? Data()
        let lines = ScriptText(String(decoding: data, as: UTF8.self)).lines
        files[file] = lines
        return lines
    }
}
