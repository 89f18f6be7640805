/// The description of a member for the authors of scripts.
struct DocumentationText {
    private let summary: String?

    init(_ summary: String?) { self.summary = summary }

    /// The call of `documented`; no lines without a description.
    func lines(indentedBy indentation: String) -> [String] {
        guard let summary else { return [] }
        let line = "\(indentation).documented(\(StringText.literal(summary)))"
        if line.count <= CallLayout.width { return [line] }
        var lines = StringText.lines(summary, indentedBy: indentation + CallLayout.step)
        lines[lines.count - 1] += ")"
        return ["\(indentation).documented("] + lines
    }
}
