extension Word {
    /// `null`: an explicit nil, for elements of lists and for arguments.
    static let null = Word("null", .value(.null, index: 0))
}
