/// A name with `*` for any characters and `?` for a single one.
package struct NamePattern: Sendable, Hashable {
    private let pattern: [Character]

    package init(_ text: String) {
        pattern = Array(text)
    }

    /// The literal prefix of the pattern, as far as it is ASCII.
    var start: String { String(pattern.prefix { $0 != "*" && $0 != "?" && $0.isASCII }) }

    /// Whether a string is a pattern, and not only a name.
    static func isPattern(_ text: String) -> Bool { text.contains { $0 == "*" || $0 == "?" } }

    /// Backtracks only to the last star, so the time is at most the product of the lengths of name and pattern.
    package func matches(_ name: String) -> Bool { matches(Array(name)) }

    /// The same for a name that is compared with many patterns.
    func matches(_ name: [Character]) -> Bool {
        var (position, rule) = (0, 0)
        var star: (position: Int, rule: Int)?
        while position < name.count {
            if rule < pattern.count, pattern[rule] == "*" {
                star = (position, rule)
                rule += 1
            } else if rule < pattern.count, pattern[rule] == "?" || pattern[rule] == name[position] {
                (position, rule) = (position + 1, rule + 1)
            } else if let last = star {
                star = (last.position + 1, last.rule)
                (position, rule) = (last.position + 1, last.rule + 1)
            } else {
                return false
            }
        }
        return pattern[rule...].allSatisfy { $0 == "*" }
    }
}
