/// Counts insertions, deletions, substitutions, and swaps of neighbors between two names, up to a limit.
///
/// Only the cells near the diagonal are computed, and none after a row that exceeds the limit.
struct EditDistance {
    /// The number of bytes and pairs of bytes that the latest comparison read.
    private(set) var letters = 0
    private var beforeLast: [Int] = []
    private var last: [Int] = []
    private var current: [Int] = []

    /// Nil if there are more than `limit` edits.
    mutating func between(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, atMost limit: Int) -> Int? {
        var (one, other) = (first, second)
        while let byte = one.first, byte == other.first {
            one = one.dropFirst()
            other = other.dropFirst()
        }
        while let byte = one.last, byte == other.last {
            one = one.dropLast()
            other = other.dropLast()
        }
        letters = first.count - one.count
        guard abs(one.count - other.count) <= limit else { return nil }
        if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
        return compare(one, other, limit)
    }

    private mutating func compare(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, _ limit: Int) -> Int? {
        let (width, above) = (other.count, limit + 1)
        letters += width
        last = (0...width).map { min($0, above) }
        beforeLast = last
        current = last
        for row in 1...one.count {
            let columns = max(1, row - limit)...min(width, row + limit)
            // Cells outside the band count as too far, whatever an earlier row stored there.
            current[columns.lowerBound - 1] = columns.lowerBound == 1 ? min(row, above) : above
            if columns.upperBound < width { current[columns.upperBound + 1] = above }
            var least = current[columns.lowerBound - 1]
            for column in columns {
                let isSame = letter(one, row) == letter(other, column)
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, letter(one, row) == letter(other, column - 1),
                    letter(one, row - 1) == letter(other, column)
                {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current[column] = min(best, above)
                least = min(least, best)
            }
            letters += columns.count
            if least > limit { return nil }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        return last[width] <= limit ? last[width] : nil
    }

    /// The byte at an index that counts from one.
    private func letter(_ name: ArraySlice<UInt8>, _ index: Int) -> UInt8 { name[name.startIndex + index - 1] }
}
