/// The name that was perhaps meant.
struct Suggestion {
    private let candidates: [String]

    init(among candidates: some Sequence<String>) {
        self.candidates = candidates.sorted()
    }

    /// The nearest name, if any is at most a third of the letters away; case is ignored, and endings do not count.
    func nearest(to name: String) -> String? {
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

    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
