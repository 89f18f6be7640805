import LuaRuntime
import MoonwireCore
import MoonwireValues

extension ScriptTable {
    /// The longest limit of `drain` in seconds: a day.
    private static let longestDrain = 86_400.0

    /// A policy's name, or `{ "drain", limit = seconds }`.
    func reloadPolicy(_ position: Int, _ key: ScriptKey) -> ReloadPolicy {
        guard stack.luaType(at: position) == .table else {
            return policy(named: stack.text(at: position), stack.found(position), key, at: [key.name]) ?? .auto
        }
        let content = content(position, at: [key.name])
        let (name, found) = content.elements.first.map { ($0.writtenText, $0.found) } ?? (nil, "a table without one")
        guard let policy = policy(named: name, found, key, at: [key.name, "1"]) else { return .auto }
        for (index, element) in content.elements.enumerated().dropFirst() {
            refuse(element.found, key, "one policy", at: [key.name, "\(index + 1)"])
        }
        return content.fields.reduce(policy) { limited($0, by: $1, key) }
    }

    private func policy(named name: String?, _ found: String, _ key: ScriptKey, at path: [String]) -> ReloadPolicy? {
        if let policy = name.flatMap(ReloadPolicy.init(named:)) { return policy }
        let near = name.map { Suggestions(among: ReloadPolicy.names).nearest(to: $0) } ?? []
        report({ .expects(subject, key.name, key.kind.expectation, found, near: near, at: $0) }, at: path)
        return nil
    }

    /// The policy with a field of its table.
    private func limited(_ policy: ReloadPolicy, by field: LabeledValue, _ key: ScriptKey) -> ReloadPolicy {
        let path = [key.name, field.label]
        guard field.label == "limit" else {
            report({ .unknownKey(field.label, "\(subject): \"\(key.name)\"", known: ["limit"], at: $0) }, at: path)
            return policy
        }
        guard case .drain = policy else {
            report({ .limitOfOtherPolicy(policy, subject, at: $0) }, at: path)
            return policy
        }
        guard let limit = field.value.writtenNumber, limit > 0, limit <= Self.longestDrain else {
            refuse(field.value.found, key, "a limit of up to \(Int(Self.longestDrain)) seconds", at: path)
            return policy
        }
        return .drain(limit: .seconds(limit))
    }
}

extension WiredValue {
    /// The text, if nothing is filled in.
    var writtenText: String? { if case .value(.text(let text)) = self { text } else { nil } }

    fileprivate var writtenNumber: Double? {
        switch self {
        case .value(.integer(let integer)): Double(integer)
        case .value(.number(let number)): number
        default: nil
        }
    }
}
