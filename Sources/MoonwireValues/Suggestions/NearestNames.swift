/// Finds the names nearest to a missing one.
struct NearestNames {
    private struct Found {
        let rank: Int
        let name: String
    }

    /// With more edits, a name is considered different.
    private static let mostEdits = 8

    private let name: String
    private let wanted: Int
    private let table: ComparableNames
    private let bytes: [UInt8]
    private let letters: LetterSet
    /// The largest number of edits between similar names.
    private let limit: Int
    private var distance = EditDistance()
    /// The best names so far, in order.
    private var best: [Found] = []

    init(_ name: String, among table: ComparableNames, most wanted: Int) {
        self.name = name
        self.wanted = wanted
        self.table = table
        // Where only an id is expected, the `@` of a reference in a string is one character too many.
        let bare = name.first == "@" ? name.dropFirst() : name[...]
        bytes = bare.utf8.count <= Suggestions.longestName ? Array(bare.lowercased().utf8) : []
        letters = LetterSet(bytes)
        limit = bytes.count < 3 ? 0 : min(bytes.count / 3, Self.mostEdits)
    }

    /// Returns the best names found within the effort.
    mutating func run(_ effort: inout Int) -> [String] {
        guard !bytes.isEmpty else { return [] }
        for index in table.entries.indices {
            guard effort > 0 else { break }
            effort -= 1
            consider(index, &effort)
        }
        return best.map(\.name)
    }

    private mutating func consider(_ index: Int, _ effort: inout Int) {
        let entry = table.entries[index]
        let difference = abs(entry.bytes.count - bytes.count)
        guard !entry.bytes.isEmpty else { return }
        // Names that rank lower need no exact distance.
        let worst = best.count == wanted ? best[wanted - 1].rank : Int.max
        let most = min(limit, worst)
        if difference <= most, letters.leastDistance(to: entry.letters) <= most {
            let edits = distance.between(bytes[...], table.bytes[entry.bytes], atMost: most)
            effort -= distance.letters / 16
            if let edits { keep(edits, table.names[index], &effort) }
            // Names of almost the same length that contain each other are few edits apart.
            if difference <= limit { return }
        }
        let rank = limit + 1 + difference
        guard rank <= worst, contains(entry, &effort) else { return }
        keep(rank, table.names[index], &effort)
    }

    /// Short names are part of many others, so containment requires three bytes.
    private func contains(_ entry: ComparableNames.Entry, _ effort: inout Int) -> Bool {
        let isLonger = entry.bytes.count > bytes.count
        guard isLonger ? letters.isSubset(of: entry.letters) : entry.letters.isSubset(of: letters) else { return false }
        let other = table.bytes[entry.bytes]
        var compared = 0
        defer { effort -= compared / 16 }
        return isLonger ? other.hasPart(bytes[...], &compared) : bytes[...].hasPart(other, &compared)
    }

    private mutating func keep(_ rank: Int, _ found: String, _ effort: inout Int) {
        effort -= found.utf8.count / 16
        if best.count == wanted, let last = best.last, (last.rank, last.name) <= (rank, found) { return }
        effort -= found.utf8.count * best.count / 16
        guard found != name, !best.contains(where: { $0.name == found }) else { return }
        let index = best.firstIndex { (rank, found) < ($0.rank, $0.name) } ?? best.count
        best.insert(Found(rank: rank, name: found), at: index)
        if best.count > wanted { best.removeLast() }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain a part of at least three bytes; counts the bytes that it compares.
    fileprivate func hasPart(_ part: ArraySlice<UInt8>, _ compared: inout Int) -> Bool {
        guard part.count >= 3, part.count <= count else { return false }
        for first in startIndex...endIndex - part.count {
            var length = 0
            while length < part.count, self[first + length] == part[part.startIndex + length] { length += 1 }
            compared += Swift.min(length + 1, part.count)
            if length == part.count { return true }
        }
        return false
    }
}
