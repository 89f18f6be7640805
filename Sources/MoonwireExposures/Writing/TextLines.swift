/// The lines of generated text, each with the member that it describes, if it describes one.
struct TextLines: Sendable {
    private(set) var texts: [String] = []
    private(set) var members: [MemberName?] = []

    static func += (lines: inout TextLines, texts: [String]) { lines.add(texts, of: nil) }

    static func += (lines: inout TextLines, others: TextLines) {
        lines.texts += others.texts
        lines.members += others.members
    }

    mutating func add(_ texts: [String], of member: MemberName?) {
        self.texts += texts
        members += texts.map { _ in member }
    }
}
