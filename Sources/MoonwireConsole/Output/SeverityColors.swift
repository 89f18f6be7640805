/// The colors of the words `error`, `warning`, and `note` in messages.
enum SeverityColors {
    private static let colors = [("error", "31"), ("warning", "33"), ("note", "36")]

    /// The text with the word of each line colored that begins a message: after a location, or at the beginning of the line.
    static func paint(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(painted).joined(separator: "\n")
    }

    private static func painted(_ line: Substring) -> String {
        let found = colors.compactMap { word, color in range(of: word, in: line).map { (range: $0, color: color) } }
        guard let first = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return String(line) }
        let (word, color) = first
        return "\(line[..<word.lowerBound])\u{1B}[1;\(color)m\(line[word])\u{1B}[0m\(line[word.upperBound...])"
    }

    private static func range(of word: String, in line: Substring) -> Range<Substring.Index>? {
        guard !line.hasPrefix(" "), let found = line.firstRange(of: "\(word): ") else { return nil }
        let before = line[..<found.lowerBound]
        // A quotation mark begins a value, and several spaces end a column.
        let isLocation = before.hasSuffix(": ") && before.dropLast(2).last?.isNumber == true && !before.contains("\"")
        guard before.isEmpty || isLocation && !before.contains("   ") else { return nil }
        return found.lowerBound..<line.index(found.lowerBound, offsetBy: word.count)
    }
}
