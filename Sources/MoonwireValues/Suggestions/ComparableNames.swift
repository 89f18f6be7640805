/// Names in lowercase, prepared for comparison with many others.
struct ComparableNames: Sendable {
    /// The data of one name that a comparison needs.
    struct Entry: Sendable {
        /// The range of the name in the bytes of all names.
        let bytes: Range<Int>
        let letters: LetterSet
    }

    let names: [String]
    private(set) var entries: [Entry] = []
    /// The bytes of all names in sequence; names that are too long are omitted.
    private(set) var bytes: [UInt8] = []

    init(_ names: some Sequence<String>) {
        self.names = Array(names)
        entries.reserveCapacity(self.names.count)
        for name in self.names {
            let first = bytes.count
            if name.utf8.count <= Suggestions.longestName { bytes.append(contentsOf: name.lowercased().utf8) }
            entries.append(Entry(bytes: first..<bytes.count, letters: LetterSet(bytes[first...])))
        }
    }
}

/// The set of bytes in a name, with several bytes in one bit: the bits that two names do not share give a lower bound of their
/// distance.
struct LetterSet: Sendable {
    private var bits: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { bits |= 1 << UInt64((byte & 31) | (byte >= 64 ? 32 : 0)) }
    }

    func isSubset(of other: LetterSet) -> Bool { bits & ~other.bits == 0 }

    /// Each edit adds at most one byte and removes at most one.
    func leastDistance(to other: LetterSet) -> Int {
        max((bits & ~other.bits).nonzeroBitCount, (other.bits & ~bits).nonzeroBitCount)
    }
}
