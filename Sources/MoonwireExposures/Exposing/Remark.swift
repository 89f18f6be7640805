/// A sentence about a declaration.
struct Remark: Sendable, Hashable, Comparable {
    let location: SourceLocation?
    let text: String

    init(_ text: String, at location: SourceLocation?) {
        self.text = text
        self.location = location
    }

    static func < (one: Remark, other: Remark) -> Bool {
        guard let first = one.location, let second = other.location, first != second else {
            return (one.location == nil ? 0 : 1, one.text) < (other.location == nil ? 0 : 1, other.text)
        }
        return first < second
    }
}
