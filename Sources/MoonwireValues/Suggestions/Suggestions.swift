/// Finds the names that are most similar to an unknown one, for messages.
///
/// `Suggestions(among: ["smtp", "imap"]).nearest(to: "smpt")     // ["smtp"]`
public struct Suggestions: Sendable {
    /// The limit of the effort for one missing name; a load has less for all of its names together.
    package static let effortOfOneName = 1 << 22
    /// The effort of preparing one member of an owner for comparison.
    private static let effortOfMember = 8
    /// Longer names are not compared: they are rarely mistyped, and each comparison costs the product of both lengths.
    package static let longestName = 200

    private let candidates: ComparableNames

    /// Creates suggestions among names.
    public init(among candidates: some Sequence<String>) {
        self.candidates = ComparableNames(candidates)
    }

    /// The number of names.
    package var count: Int { candidates.names.count }

    /// Returns at most three names: those that differ in a few letters, then those that contain the name or are contained in it.
    ///
    /// Case is ignored.
    public func nearest(to name: String) -> [String] {
        var effort = Self.effortOfOneName
        return nearest(to: name, effort: &effort)
    }

    /// As above, within the given effort: one for each name, and one more for every 16 compared bytes.
    package func nearest(to name: String, most wanted: Int = 3, effort: inout Int) -> [String] {
        var search = NearestNames(name, among: candidates, most: wanted)
        return search.run(&effort)
    }

    /// The names nearest to one of the form `Owner.member`: if the owner exists, only its members are compared, and their distance
    /// does not depend on the length of the owner's name.
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
