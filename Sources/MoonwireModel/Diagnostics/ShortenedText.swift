import MoonwireValues

/// Bounds the length of messages, whatever names a script contains.
extension String {
    /// Longer names are cut in the middle.
    static let longestShownName = 200
    /// Longer messages are also cut in the middle.
    static let longestSentence = 4_000

    /// The message with all of its names cut.
    package var shortenedSentence: String {
        guard utf8.count > Self.longestShownName else { return self }
        let words = split(separator: " ", omittingEmptySubsequences: false).map { String($0).shortenedName }
        return words.joined(separator: " ").cutInTheMiddle(to: Self.longestSentence)
    }

    /// A value as scripts write it, cut if it is long: for output that may repeat it many times.
    var shortenedValue: String { cutInTheMiddle(to: Self.longestSentence) }

    /// The name, cut if it is long.
    package var shortenedName: String { cutInTheMiddle(to: Self.longestShownName) }
}

extension [String] {
    /// The largest number of ids of a path that are shown.
    package static let longestShownPath = 20

    /// The names of a path: if it is long, both ends and the number of names between them.
    var shortenedPath: [String] {
        guard count > Self.longestShownPath else { return map(\.shortenedName) }
        let end = Self.longestShownPath / 2
        let left = count - 2 * end
        return prefix(end).map(\.shortenedName) + ["… \(left) more …"] + suffix(end).map(\.shortenedName)
    }
}
