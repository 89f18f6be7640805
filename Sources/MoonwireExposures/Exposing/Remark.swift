/// A sentence about a declaration.
struct Remark: Sendable, Hashable, Comparable {
    let location: SourceLocation?
    let text: String

    init(_ text: String, at location: SourceLocation?) {
        self.text = text
        self.location = location
    }

    /// The sentence after the location, whose path is shortened by `shown`.
    func described(_ shown: (String) -> String) -> String {
        location.map { "\(shown($0.file)):\($0.line): \(text)" } ?? text
    }

    static func < (one: Remark, other: Remark) -> Bool {
        guard let first = one.location, let second = other.location, first != second else {
            return (one.location == nil ? 0 : 1, one.text) < (other.location == nil ? 0 : 1, other.text)
        }
        return first < second
    }
}
