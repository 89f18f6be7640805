/// The name that was perhaps meant.
package struct Suggestion {
    private let candidates: [String]

    package init(among candidates: some Sequence<String>) {
        self.candidates = candidates.sorted()
    }

    /// The nearest name, if any is at most a third of the letters away; case is ignored, and endings do not count.
    package func nearest(to name: String) -> String? {
        let wanted = Array(name.lowercased().utf8)
        let limit = (wanted.lastIndex(of: UInt8(ascii: ".")) ?? wanted.count) / 3
        let ranked = candidates.compactMap { candidate -> (distance: Int, name: String)? in
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - wanted.count) <= limit else { return nil }
            let distance = Self.distance(wanted, letters)
            return distance <= limit ? (distance, candidate) : nil
        }
        return ranked.min { $0.distance < $1.distance }?.name
    }

    /// Letters that are added, left out or replaced, and neighbours that are swapped.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let replaced = last[column] + (one[row] == other[column] ? 0 : 1)
                var best = min(last[column + 1] + 1, current[column] + 1, replaced)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
