extension Word {
    /// `inherited`: at the beginning of `args`, the arguments that the parent has by position.
    static let inherited = Word("inherited", .value(.inherited, index: 0))
}
