/// Text with placeholders such as `{{title}}`, which are filled in.
struct Template {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Fills in all placeholders in one pass, so that the inserted text is not searched for placeholders.
    func filled(with pieces: [String: String]) -> String {
        text.split(separator: "{{", omittingEmptySubsequences: false).enumerated().map { number, part in
            guard number > 0, let end = part.firstRange(of: "}}") else { return String(part) }
            return (pieces[String(part[..<end.lowerBound])] ?? "") + part[end.upperBound...]
        }.joined()
    }
}
