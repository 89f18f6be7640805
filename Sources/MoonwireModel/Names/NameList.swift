/// Names among which those that match a pattern are found without comparing all of them.
package struct NameList: Sendable {
    /// The ASCII names, sorted by their bytes: names with the same prefix are adjacent.
    private let plain: [String]
    private let others: [String]

    package init(_ names: [String]) {
        var names = names
        let end = names.partition { name in !name.utf8.allSatisfy { $0 < 0x80 } }
        plain = names[..<end].sorted()
        others = Array(names[end...])
    }

    /// The number of names to compare with a pattern.
    func candidates(for pattern: NamePattern) -> Int { range(of: pattern).count + others.count }

    package func matches(_ pattern: NamePattern) -> [String] {
        plain[range(of: pattern)].filter { pattern.matches($0) } + others.filter { pattern.matches($0) }
    }

    func contains(_ pattern: NamePattern) -> Bool {
        plain[range(of: pattern)].contains { pattern.matches($0) } || others.contains { pattern.matches($0) }
    }

    /// The range of names with the pattern's prefix.
    private func range(of pattern: NamePattern) -> Range<Int> {
        let start = pattern.start
        let first = Self.firstIndex(in: plain.indices) { plain[$0] >= start }
        let end = Self.firstIndex(in: first..<plain.count) { !plain[$0].utf8.starts(with: start.utf8) }
        return first..<end
    }

    /// The first index for which a monotonic condition is true; the end of the range if there is none.
    private static func firstIndex(in range: Range<Int>, where isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isTrue(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
