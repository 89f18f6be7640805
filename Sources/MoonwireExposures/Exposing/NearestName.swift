/// The name that a misspelled one probably means.
struct NearestName {
    /// Nil if no name is near.
    let name: String?

    init(_ misspelled: String, among names: [String]) {
        let distances = names.map { ($0, Self.distance(Array(misspelled.lowercased()), Array($0.lowercased()))) }
        let nearest = distances.min { ($0.1, $0.0) < ($1.1, $1.0) }
        name = nearest.flatMap { $0.1 <= max(1, misspelled.count / 3) ? $0.0 : nil }
    }

    /// How many characters differ; two that are exchanged count once.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for (i, character) in one.enumerated() {
            var row = [i + 1]
            for (j, candidate) in other.enumerated() {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (character == candidate ? 0 : 1))
                if i > 0, j > 0, character == other[j - 1], one[i - 1] == candidate {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows.last?.last ?? other.count
    }
}
