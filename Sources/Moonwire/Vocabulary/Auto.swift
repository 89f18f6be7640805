extension Word {
    /// `auto`: as `args`, or at the end of their list, wires the arguments that are not given by their types.
    static let auto = Word("auto", .value(.auto, index: 0))
}
