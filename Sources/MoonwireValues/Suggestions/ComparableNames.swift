/// Names in lowercase, ready to be compared with many others.
struct ComparableNames: Sendable {
    /// What comparing needs of one name.
    struct Entry: Sendable {
        /// The name's bytes among those of all names.
        let bytes: Range<Int>
        let letters: LetterSet
    }

    let names: [String]
    private(set) var entries: [Entry] = []
    /// The bytes of all names, one behind the other; those of names that are too long are left out.
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

/// Which bytes a name has, several of them as one: what two names do not share tells how far apart they are at least.
struct LetterSet: Sendable {
    private var bits: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { bits |= 1 << UInt64((byte & 31) | (byte >= 64 ? 32 : 0)) }
    }

    func isSubset(of other: LetterSet) -> Bool { bits & ~other.bits == 0 }

    /// Each edit brings at most one letter, and takes at most one away.
    func leastDistance(to other: LetterSet) -> Int {
        max((bits & ~other.bits).nonzeroBitCount, (other.bits & ~bits).nonzeroBitCount)
    }
}
