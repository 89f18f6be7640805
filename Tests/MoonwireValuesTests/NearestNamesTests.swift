import MoonwireValues
import Testing

/// Suggestions beside a plain implementation, and what they may cost.
@Suite struct NearestNamesTests {
    /// Insertions, deletions, substitutions, and swaps of neighbors, by the full matrix.
    private func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for row in 1..<one.count + 1 {
            var current = [row]
            for column in 1..<other.count + 1 {
                let isSame = one[row - 1] == other[column - 1]
                var best = min(rows[row - 1][column], current[column - 1]) + 1
                best = min(best, rows[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[one.count][other.count]
    }

    /// What `nearest` promises, without anything that saves time.
    private func expected(_ name: String, _ candidates: [String]) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        let limit = wanted.count < 3 ? 0 : min(wanted.count / 3, 8)
        let ranked = Set(candidates).subtracting([name]).compactMap { candidate -> (Int, String)? in
            let letters = Array(candidate.lowercased().utf8)
            let difference = abs(letters.count - wanted.count)
            if difference <= limit {
                let edits = distance(wanted, letters)
                if edits <= limit { return (edits, candidate) }
            }
            let (short, long) = wanted.count <= letters.count ? (name, candidate) : (candidate, name)
            guard short.utf8.count >= 3, difference > limit, long.lowercased().contains(short.lowercased()) else {
                return nil
            }
            return (limit + 1 + difference, candidate)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.1)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>) func nearestNamesEqualThoseOfAFullComparison(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        func name() -> String {
            let letters = Array("abcAB.")
            return String((0..<random.next(12)).map { _ in letters[random.next(letters.count)] })
        }
        let candidates = (0..<random.next(30)).map { _ in name() }
        let wanted = name()
        #expect(
            Suggestions(among: candidates).nearest(to: wanted) == (wanted.isEmpty ? [] : expected(wanted, candidates)))
    }

    @Test func longNamesAreNotComparedForSuggestions() {
        let long = String(repeating: "n", count: 201)
        #expect(Suggestions(among: [long]).nearest(to: long + "m") == [])
        #expect(Suggestions(among: [String(long.dropLast())]).nearest(to: String(long.dropLast(2))).count == 1)
    }

    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// What is compared counts, whether or not anything is found: a part looked for at each place, and letters in common.
    @Test(arguments: [
        ("c" + letters(184) + "0123456789", letters(96) + "c", 88 * 96), (letters(190), letters(185) + "b", 185),
        (letters(180) + "c", letters(180) + "bc", 180),
    ])
    func eachComparisonOfNamesUsesEffort(_ candidate: String, _ name: String, compared: Int) {
        let suggestions = Suggestions(among: (100..<200).map { "\(candidate)\($0)" })
        var effort = Suggestions.effortOfOneName
        _ = suggestions.nearest(to: name + "1", effort: &effort)
        let spent = Suggestions.effortOfOneName - effort
        #expect(spent >= 100 * (compared / 16))
        #expect(spent <= 100 * (compared / 4))
    }

    @Test func comparisonOfMembersUsesEffort() {
        let suggestions = Suggestions(among: (0..<100).map { "Owner.name\($0)" })
        var effort = Suggestions.effortOfOneName
        _ = suggestions.nearest(toMember: "Owner.nane", effort: &effort)
        #expect(Suggestions.effortOfOneName - effort >= 1_000)
    }

    @Test func comparisonOfNamesEndsWithTheEffort() {
        let suggestions = Suggestions(among: (0..<1_000).map { "name\($0)" })
        var effort = 500
        _ = suggestions.nearest(to: "nane1", effort: &effort)
        #expect(effort <= 0)
        effort = 0
        #expect(suggestions.nearest(to: "nane1", effort: &effort) == [])
    }
}

/// Numbers that are the same in each run.
private struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }
}
