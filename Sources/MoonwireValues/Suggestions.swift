/// The nearest names to one that does not exist, for messages.
///
/// `Suggestions(among: ["smtp", "imap"]).nearest(to: "smpt")     // ["smtp"]`
public struct Suggestions: Sendable {
    private let candidates: [String]

    public init(among candidates: some Sequence<String>) {
        self.candidates = Array(Set(candidates))
    }

    /// At most three names: those a few letters away, then those that contain the name or lie in it. Case is ignored.
    public func nearest(to name: String) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        guard !wanted.isEmpty else { return [] }
        let limit = wanted.count < 3 ? 0 : wanted.count / 3
        let ranked = candidates.compactMap { candidate -> (rank: Int, name: String)? in
            guard candidate != name else { return nil }
            let letters = Array(candidate.lowercased().utf8)
            if let distance = editDistance(wanted, letters, limit: limit) { return (distance, candidate) }
            return contains(wanted, letters) ? (limit + 1 + abs(letters.count - wanted.count), candidate) : nil
        }
        return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(3).map(\.name)
    }

    /// The names nearest to one of the form `Owner.member`: when there is such an owner, only its members count, and how
    /// near they are does not depend on how long the owner's name is.
    package func nearest(toMember name: String) -> [String] {
        guard let dot = name.lastIndex(of: ".") else { return nearest(to: name) }
        let owner = name[...dot]
        let members = candidates.filter { $0.hasPrefix(owner) }.map { String($0.dropFirst(owner.count)) }
        guard !members.isEmpty else { return nearest(to: name) }
        let wanted = String(name[name.index(after: dot)...])
        return Suggestions(among: members).nearest(to: wanted).map { owner + $0 }
    }

    /// Short names lie in everything, so containment asks for three letters.
    private func contains(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        guard short.count >= 3 else { return false }
        return (0...(long.count - short.count)).contains { long[$0..<($0 + short.count)].elementsEqual(short) }
    }

    /// Insertions, deletions, substitutions and swaps of neighbours; nil when there are more than `limit`.
    private func editDistance(_ one: [UInt8], _ other: [UInt8], limit: Int) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let substituted = last[column] + (one[row] == other[column] ? 0 : 1)
                var best = Swift.min(last[column + 1] + 1, current[column] + 1, substituted)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    best = Swift.min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}

extension [String] {
    /// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
    package var quotedAlternatives: String {
        let quoted = map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
