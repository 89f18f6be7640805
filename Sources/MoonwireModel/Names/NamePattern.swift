/// A name with `*` for any letters, `?` for any single one.
package struct NamePattern: Sendable, Hashable {
    private let pattern: [Character]

    package init(_ text: String) {
        pattern = Array(text)
    }

    /// The letters with which each name of the form begins, as far as they are ASCII.
    var start: String { String(pattern.prefix { $0 != "*" && $0 != "?" && $0.isASCII }) }

    /// Whether a text has the form of a pattern, and is not just a name.
    static func isPattern(_ text: String) -> Bool { text.contains { $0 == "*" || $0 == "?" } }

    /// Goes back to the last star only, so that no pattern takes longer than name times pattern.
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
