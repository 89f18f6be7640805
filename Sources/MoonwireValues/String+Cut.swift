extension String {
    /// The beginning and the end of a string that has more Unicode scalars than `length`.
    ///
    /// Characters are not counted, because one may consist of any number of scalars.
    package func cutInTheMiddle(to length: Int) -> String {
        guard hasScalars(beyond: length) else { return self }
        let (first, last) = (unicodeScalars.prefix(length / 2), unicodeScalars.suffix(length - length / 2 - 1))
        return String(first) + "…" + String(last)
    }

    /// The beginning of a string that has more Unicode scalars than `length`, followed by a mark.
    package func cutAtTheEnd(to length: Int, mark: String) -> String {
        guard hasScalars(beyond: length) else { return self }
        return String(unicodeScalars.prefix(length - mark.unicodeScalars.count)) + mark
    }

    private func hasScalars(beyond length: Int) -> Bool {
        guard utf8.count > length else { return false }
        return unicodeScalars.index(startIndex, offsetBy: length + 1, limitedBy: endIndex) != nil
    }
}
