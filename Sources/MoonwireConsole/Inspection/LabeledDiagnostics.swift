import MoonwireCore

extension [Diagnostic] {
    /// The descriptions of the shown diagnostics, with columns, in which faults have the word `error` as compilers write it, and the
    /// number of the others.
    var labeled: [String] {
        var columns = DiagnosticColumns()
        let (first, shown) = (firstShown, shown)
        return zip(first, shown).map { $0.labeled($1, column: columns.column(of: $0)) } + shown.dropFirst(first.count)
    }
}

extension Diagnostic {
    fileprivate func labeled(_ description: String, column: Int?) -> String {
        let prefix = location.map { "\($0): " } ?? ""
        let place = location.map { location in column.map { "\(location):\($0): " } ?? prefix } ?? ""
        let word = severity == .fault ? "error: " : ""
        return place + word + (String(description.utf8.dropFirst(prefix.utf8.count)) ?? description)
    }
}
