/// Looks for the names nearest to one that does not exist.
struct NearestNames {
    private struct Found {
        let rank: Int
        let name: String
    }

    /// More edits make another name.
    private static let mostEdits = 8

    private let name: String
    private let wanted: Int
    private let table: ComparableNames
    private let bytes: [UInt8]
    private let letters: LetterSet
    /// How many edits make a name another one.
    private let limit: Int
    private var distance = EditDistance()
    /// The best so far, in order.
    private var best: [Found] = []

    init(_ name: String, among table: ComparableNames, most wanted: Int) {
        self.name = name
        self.wanted = wanted
        self.table = table
        bytes = name.utf8.count <= Suggestions.longestName ? Array(name.lowercased().utf8) : []
        letters = LetterSet(bytes)
        limit = bytes.count < 3 ? 0 : min(bytes.count / 3, Self.mostEdits)
    }

    /// The best names, as far as the effort goes.
    mutating func run(_ effort: inout Int) -> [String] {
        guard !bytes.isEmpty else { return [] }
        for place in table.entries.indices {
            guard effort > 0 else { break }
            effort -= 1
            consider(place, &effort)
        }
        return best.map(\.name)
    }

    private mutating func consider(_ place: Int, _ effort: inout Int) {
        let entry = table.entries[place]
        let difference = abs(entry.bytes.count - bytes.count)
        guard !entry.bytes.isEmpty else { return }
        // What ranks behind all that was found need not be told exactly.
        let worst = best.count == wanted ? best[wanted - 1].rank : Int.max
        let most = min(limit, worst)
        if difference <= most, letters.leastDistance(to: entry.letters) <= most {
            let other = table.bytes[entry.bytes]
            if let edits = distance.between(bytes[...], other, atMost: most) { keep(edits, table.names[place]) }
            effort -= distance.cells / 16
            // Names of almost the same length that contain each other are few edits apart.
            if difference <= limit { return }
        }
        let rank = limit + 1 + difference
        guard rank <= worst, contains(entry) else { return }
        effort -= max(entry.bytes.count, bytes.count) / 16
        keep(rank, table.names[place])
    }

    /// Short names are part of everything, so containment asks for three letters.
    private func contains(_ entry: ComparableNames.Entry) -> Bool {
        let isLonger = entry.bytes.count > bytes.count
        guard isLonger ? letters.isSubset(of: entry.letters) : entry.letters.isSubset(of: letters) else { return false }
        let other = table.bytes[entry.bytes]
        return isLonger ? other.hasPart(bytes[...]) : bytes[...].hasPart(other)
    }

    private mutating func keep(_ rank: Int, _ found: String) {
        guard found != name, !best.contains(where: { $0.name == found }) else { return }
        let place = best.firstIndex { (rank, found) < ($0.rank, $0.name) } ?? best.count
        best.insert(Found(rank: rank, name: found), at: place)
        if best.count > wanted { best.removeLast() }
    }
}

extension ArraySlice<UInt8> {
    /// Whether a part of at least three bytes is found in these.
    fileprivate func hasPart(_ part: ArraySlice<UInt8>) -> Bool {
        guard let first = part.first, part.count >= 3, part.count <= count else { return false }
        var place = startIndex
        while place + part.count <= endIndex {
            if self[place] == first, self[place..<place + part.count].elementsEqual(part) { return true }
            place += 1
        }
        return false
    }
}
