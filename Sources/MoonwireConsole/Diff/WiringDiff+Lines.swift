import MoonwireCore
import MoonwireValues

extension WiringDiff {
    /// A line for each item that was added or removed, and a block for each that changed.
    var lines: [String] {
        let groups: [(WiringItem.Kind, [Change])] = [
            (.service, services), (.parameter, parameters), (.preference, preferences), (.hook, hooks), (.rule, rules),
        ]
        return groups.flatMap { kind, changes in changes.flatMap { $0.lines(kind) } }
    }
}

extension WiringDiff.Change {
    fileprivate func lines(_ kind: WiringItem.Kind) -> [String] {
        let title = kind.title(name)
        switch self.kind {
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
