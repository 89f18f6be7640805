/// The nearest names to one that does not exist, for messages.
///
/// `Suggestions(among: ["smtp", "imap"]).nearest(to: "smpt")     // ["smtp"]`
public struct Suggestions: Sendable {
    /// How much comparing one question may cost; a load has less for all of its questions together.
    package static let effortOfOneName = 1 << 22
    /// The cost of preparing one member of an owner for comparison.
    private static let effortOfMember = 8
    /// Longer names are not compared: nobody mistypes one, and each comparison costs the product of both lengths.
    package static let longestName = 200

    private let candidates: ComparableNames

    public init(among candidates: some Sequence<String>) {
        self.candidates = ComparableNames(candidates)
    }

    /// How many names there are.
    package var count: Int { candidates.names.count }

    /// At most three names: those a few letters away, then those that contain the name or are contained in it. Case is ignored.
    public func nearest(to name: String) -> [String] {
        var effort = Self.effortOfOneName
        return nearest(to: name, effort: &effort)
    }

    /// As above, for as long as there is effort left: one for each name, and one more for each 16 letters compared.
    package func nearest(to name: String, most wanted: Int = 3, effort: inout Int) -> [String] {
        var search = NearestNames(name, among: candidates, most: wanted)
        return search.run(&effort)
    }

    /// The names nearest to one of the form `Owner.member`: when there is such an owner, only its members count, and how
    /// near they are does not depend on how long the owner's name is.
    package func nearest(toMember name: String) -> [String] {
        var effort = Self.effortOfOneName
        return nearest(toMember: name, effort: &effort)
    }

    package func nearest(toMember name: String, effort: inout Int) -> [String] {
        guard let dot = name.lastIndex(of: ".") else { return nearest(to: name, effort: &effort) }
        let owner = name[...dot]
        effort -= candidates.names.count * (1 + owner.utf8.count / 16)
        let members = candidates.names.filter { $0.hasPrefix(owner) }.map { String($0.dropFirst(owner.count)) }
        effort -= members.count * Self.effortOfMember
        guard !members.isEmpty else { return nearest(to: name, effort: &effort) }
        let wanted = String(name[name.index(after: dot)...])
        return Suggestions(among: members).nearest(to: wanted, effort: &effort).map { owner + $0 }
    }
}

extension [String] {
    /// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
    package var quotedAlternatives: String {
        let quoted = map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + (quoted.count > 2 ? ", or " : " or ") + last
    }
}
