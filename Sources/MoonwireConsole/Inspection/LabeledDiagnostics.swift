import MoonwireCore

extension [Diagnostic] {
    /// The descriptions of the shown diagnostics, in which faults have the word `error` as compilers write it, and the number of the
    /// others.
    var labeled: [String] {
        let (first, shown) = (firstShown, shown)
        return zip(first, shown).map { $0.labeled($1) } + shown.dropFirst(first.count)
    }
}

extension Diagnostic {
    fileprivate func labeled(_ description: String) -> String {
        guard severity == .fault else { return description }
        let prefix = location.map { "\($0): " } ?? ""
        return prefix + "error: " + (String(description.utf8.dropFirst(prefix.utf8.count)) ?? description)
    }
}
