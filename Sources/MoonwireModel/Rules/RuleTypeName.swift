import MoonwireValues

/// The names of types and protocols as rules write them, in the one form in which they are compared.
package enum RuleTypeName {
    /// The name of a type, without the question mark of an optional one: a rule for a type also applies to optional slots of it.
    static func type(_ written: String) -> String {
        var name = plain(written)
        while name.hasSuffix("?") { name.removeLast() }
        return name
    }

    /// The names in a composition, such as `Base & P`, without `any`; an argument is written as in `P<Int>`.
    package static func protocols(_ written: String) -> [String] {
        let parts = existentialParts(written.hasPrefix("any ") ? written : "any \(written)")
        guard parts.count > 1, let last = parts.last, let start = last.firstRange(of: "<Self.")?.lowerBound else {
            return parts.map(plain)
        }
        let names: [String] = parts.dropLast() + [String(last[..<start])]
        return distributed(last[last.index(after: start)...].dropLast(), to: names).map(plain)
    }

    /// The names of a slot's type: those in a list of protocols also without `any`, as the runtime writes them.
    package static func plain(_ written: String) -> String {
        isPlain(written) ? written : withoutNestedAny(withoutConstraintNames(spaced(written)))
    }

    /// Whether a name has the form already, as most names from the runtime: a look at its bytes costs little.
    private static func isPlain(_ name: String) -> Bool {
        let space = UInt8(ascii: " ")
        var (last, needsSpace) = (space, false)
        for byte in name.utf8 {
            if needsSpace, byte != space { return false }
            switch byte {
            // After one space, after a name as in `any P`, or at the beginning.
            case space where last == space || !needsSpace: return false
            case UInt8(ascii: "="), UInt8(ascii: "\t")...UInt8(ascii: "\r"), 0x80...: return false
            case UInt8(ascii: ":"), UInt8(ascii: ","): needsSpace = true
            default: needsSpace = false
            }
            last = byte
        }
        return last != space && !needsSpace
    }

    /// `P` of `P<Int>`; nil for a name without arguments.
    static func withoutArguments(_ name: String) -> String? {
        guard name.hasSuffix(">"), let start = name.firstIndex(of: "<") else { return nil }
        return String(name[..<start])
    }

    /// The arguments of a composition, which the runtime writes after the last protocol, after the protocol that declares each.
    private static func distributed(_ constraints: Substring, to names: [String]) -> [String] {
        var constraintsOf: [String: [String]] = [:]
        for constraint in topLevel(constraints, separatedBy: ",") {
            let type = constraint.prefix { $0 != "=" }.trimmed.dropFirst("Self.".count)
            let owner = type.lastIndex(of: ".").map { String(type[..<$0]) } ?? ""
            constraintsOf[owner, default: []].append(constraint)
        }
        return names.map { name in
            constraintsOf[name].map { "\(name)<\($0.joined(separator: ", "))>" } ?? name
        }
    }

    private static func topLevel(_ list: Substring, separatedBy separator: Character) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in list {
            if "<([".contains(character) { depth += 1 }
            if ">)]".contains(character) { depth -= 1 }
            if character == separator, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map(\.trimmed)
    }

    /// With one space after each colon and comma.
    private static func spaced(_ written: String) -> String {
        [":", ","].reduce(written.trimmed) { name, mark in
            guard name.contains(mark) else { return name }
            return name.split(separator: mark).map { String($0).trimmed }.joined(separator: "\(mark) ")
        }
    }

    /// Without `any`, except at the beginning.
    private static func withoutNestedAny(_ name: String) -> String {
        guard name.dropFirst().contains("any ") else { return name }
        return ["<", "[", " "].reduce(name) { $0.replacing("\($1)any ", with: $1) }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(String(self).drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
