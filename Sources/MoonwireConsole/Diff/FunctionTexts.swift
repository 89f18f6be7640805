import Foundation
import MoonwireCore
import MoonwireSupport

/// The source of functions, by which two functions are compared.
///
/// The lines of each function are read once, and functions are compared by the number of their text.
final class FunctionTexts {
    private var files: [String: [Substring]] = [:]
    private var numbers: [FunctionInspection: Int] = [:]
    private var numbersOfTexts: [Substring: Int] = [:]

    /// Whether two fields are equal, including the functions in them.
    func areSame(_ one: WiringItem.Field, _ other: WiringItem.Field) -> Bool {
        one.text == other.text && one.functions.count == other.functions.count
            && zip(one.functions, other.functions).allSatisfy { number(of: $0) == number(of: $1) }
    }

    /// The number of the source of a function; equal sources have equal numbers.
    private func number(of function: FunctionInspection) -> Int {
        if let known = numbers[function] { return known }
        let text = text(of: function)
        let number = numbersOfTexts[text] ?? numbersOfTexts.count
        numbersOfTexts[text] = number
        numbers[function] = number
        return number
    }

    /// The source from `function` to `end`; several functions on one line are not distinguished.
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
