/// The names of types and protocols as rules write them, in the one form in which they are compared.
enum RuleTypeName {
    /// The name of a type, without the question mark of an optional one: a rule for a type also applies to optional slots of it.
    static func type(_ written: String) -> String {
        var name = spaced(written)
        while name.hasSuffix("?") { name.removeLast() }
        return name
    }

    /// The names in a composition, such as `Base & P`, without `any`.
    static func protocols(_ written: String) -> [String] {
        existentialParts(written.hasPrefix("any ") ? written : "any \(written)").map { spaced($0) }
    }

    /// With one space after each colon and comma.
    private static func spaced(_ written: String) -> String {
        [":", ","].reduce(written.trimmed) { name, mark in
            guard name.contains(mark) else { return name }
            return name.split(separator: mark).map { String($0).trimmed }.joined(separator: "\(mark) ")
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
