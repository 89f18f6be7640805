extension Word {
    /// `skip`: as the value of `inject { …, value = skip }`, leaves the slots unchanged.
    static let skip = Word("skip", .value(.skip, index: 0))
}
