import MoonwireValues

/// Keeps sentences in bounds, whatever names a script gives.
extension String {
    /// Longer names are cut in the middle, where they tell the least.
    static let longestShownName = 200
    /// Longer sentences are cut in the middle as well.
    static let longestSentence = 4_000

    /// The sentence with all of its names cut.
    var shortenedSentence: String {
        guard utf8.count > Self.longestShownName else { return self }
        let words = split(separator: " ", omittingEmptySubsequences: false).map { String($0).shortenedName }
        return words.joined(separator: " ").cutInTheMiddle(to: Self.longestSentence)
    }

    /// A value as scripts write it, cut if it is long: for output that may repeat it many times.
    var shortenedValue: String { cutInTheMiddle(to: Self.longestSentence) }

    /// The name, cut when it is long.
    package var shortenedName: String { cutInTheMiddle(to: Self.longestShownName) }
}

extension [String] {
    /// More ids of a path say nothing more.
    package static let longestShownPath = 20

    /// The names of a path: both of its ends when it is long, and how many lie between them.
    var shortenedPath: [String] {
        guard count > Self.longestShownPath else { return map(\.shortenedName) }
        let end = Self.longestShownPath / 2
        let left = count - 2 * end
        return prefix(end).map(\.shortenedName) + ["… \(left) more …"] + suffix(end).map(\.shortenedName)
    }
}
