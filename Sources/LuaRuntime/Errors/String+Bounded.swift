extension String {
    /// The string; of a longer one, both ends and the number of bytes between them.
    func bounded(to most: Int) -> String {
        let length = utf8.count
        guard length > most else { return self }
        let first = scalar(notAfter: utf8.index(startIndex, offsetBy: most / 2))
        let last = scalar(notAfter: utf8.index(endIndex, offsetBy: -most / 2))
        let left = utf8.distance(from: first, to: last)
        return "\(self[..<first])… (\(left) bytes) …\(self[last...])"
    }

    /// The beginning of the character that the byte belongs to.
    private func scalar(notAfter index: Index) -> Index {
        var index = index
        while index > startIndex, index < endIndex, utf8[index] & 0xC0 == 0x80 { index = utf8.index(before: index) }
        return index
    }
}
