/// Counts insertions, deletions, substitutions, and swaps of neighbors between two names, up to a limit.
///
/// Only the cells near the diagonal are computed, and none after a row that exceeds the limit.
struct EditDistance {
    /// The number of bytes and pairs of bytes that the latest comparison read.
    private(set) var letters = 0
    /// The cells of three rows, one after the other: the current one and the two before.
    private var cells: [Int] = []

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
        if cells.count < 3 * (width + 1) { cells = Array(repeating: 0, count: 3 * (width + 1)) }
        var cells = cells.mutableSpan
        let (one, other) = (one.span, other.span)
        for column in 0...width { cells[column] = min(column, above) }
        // Where each row begins. Cells outside the band count as too far, whatever an earlier row stored there.
        var (beforeLast, last, current) = (2 * (width + 1), 0, width + 1)
        var read = width
        defer { letters += read }
        for row in 1...one.count {
            let columns = max(1, row - limit)...min(width, row + limit)
            let (letter, letterBefore) = (one[row - 1], row > 1 ? one[row - 2] : nil)
            var left = columns.lowerBound == 1 ? min(row, above) : above
            cells[current + columns.lowerBound - 1] = left
            if columns.upperBound < width { cells[current + columns.upperBound + 1] = above }
            var least = left
            var neighbor = columns.lowerBound > 1 ? other[columns.lowerBound - 2] : nil
            for column in columns {
                let opposite = other[column - 1]
                let changed = cells[last + column - 1] + (letter == opposite ? 0 : 1)
                var best = min(min(cells[last + column], left) + 1, changed)
                if letter == neighbor, letterBefore == opposite { best = min(best, cells[beforeLast + column - 2] + 1) }
                left = min(best, above)
                cells[current + column] = left
                least = min(least, best)
                neighbor = opposite
            }
            read += columns.count
            if least > limit { return nil }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        let edits = cells[last + width]
        return edits <= limit ? edits : nil
    }
}
