extension String {
    /// The string; of one with more bytes only both ends, with the number of bytes between them.
    func bounded(to most: Int) -> String {
        let length = utf8.count
        guard length > most else { return self }
        let first = scalar(notAfter: utf8.index(startIndex, offsetBy: most / 2))
        let last = scalar(notAfter: utf8.index(endIndex, offsetBy: -most / 2))
        let left = utf8.distance(from: first, to: last)
        return "\(self[..<first])… (\(left) bytes) …\(self[last...])"
    }

    /// The beginning of the character that the byte belongs to.
    private func scalar(notAfter place: Index) -> Index {
        var place = place
        while place > startIndex, place < endIndex, utf8[place] & 0xC0 == 0x80 { place = utf8.index(before: place) }
        return place
    }
}
