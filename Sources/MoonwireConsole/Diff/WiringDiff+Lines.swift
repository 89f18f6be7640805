import MoonwireValues

extension WiringDiff {
    /// A line for each item that was added or removed, and a block for each that changed.
    var lines: [String] {
        let groups = [
            ("service", services), ("parameter", parameters), ("preference", preferences), ("hook", hooks),
            ("rule", rules),
        ]
        return groups.flatMap { noun, changes in changes.flatMap { $0.lines(noun) } }
    }
}

extension WiringDiff.Change {
    fileprivate func lines(_ noun: String) -> [String] {
        let title = noun == "service" || noun == "parameter" ? "\(noun) \"\(name)\"" : "\(noun) \(name)"
        switch kind {
        case .added: return ["+ \(title)\(after.inParentheses)"]
        case .removed: return ["- \(title)\(before.inParentheses)"]
        case .changed: return ["~ \(title)"] + fields.flatMap(\.lines)
        }
    }
}

extension WiringDiff.Field {
    fileprivate var lines: [String] {
        let rows = [("-", before), ("+", after)].compactMap { sign, side in
            side.map { ["      \(sign) \($0.text.shortened)", $0.location.words] }
        }
        return ["    \(name)"] + Columns(rows).lines
    }
}

extension ScriptLocation? {
    fileprivate var inParentheses: String { map { " (\($0))" } ?? "" }
}
