/// Random numbers that a seed determines, on every platform and in every process.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) {
        state = seed
    }

    /// SplitMix64, whose numbers are unrelated even for neighboring seeds.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Whether an event happens that happens once in the given number of times.
    package mutating func once(in times: Int) -> Bool { below(times) == 0 }
}
