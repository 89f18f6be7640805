import LuaRuntime
import MoonwireCore
import MoonwireValues

extension ScriptTable {
    /// A scope's name, or `{ "cached", ttl = duration, limit = count }`.
    func scope(_ position: Int, _ key: ScriptKey) -> ServiceScope {
        if let name = stack.text(at: position) { return scope(named: name, key) }
        guard stack.luaType(at: position) == .table else {
            refuse(position, key)
            return .shared
        }
        let content = content(position, at: [key.name])
        let (name, found) = content.elements.first.map { ($0.writtenText, $0.found) } ?? (nil, "a table without one")
        guard name == ServiceScope.cachedName else {
            refuse(found, key, "\"cached\" in a table", at: content.elements.isEmpty ? [key.name] : [key.name, "1"])
            return .shared
        }
        for (index, element) in content.elements.enumerated().dropFirst() {
            refuse(element.found, key, "one scope", at: [key.name, "\(index + 1)"])
        }
        return cached(content.fields, key)
    }

    private func scope(named name: String, _ key: ScriptKey) -> ServiceScope {
        if let scope = ServiceScope.allCases.first(where: { $0.rawValue == name }) { return scope }
        if name == ServiceScope.cachedName {
            report({ .scopeWithoutTime(subject, at: $0) }, at: [key.name])
            return .shared
        }
        evaluation.note(scope: name, in: self, at: [key.name])
        return .named(name)
    }

    private func cached(_ fields: [LabeledValue], _ key: ScriptKey) -> ServiceScope {
        let known = ["ttl", "limit"]
        for field in fields where !known.contains(field.label) {
            report(
                { .unknownKey(field.label, "\(subject): \"\(key.name)\"", known: known, at: $0) },
                at: [key.name, field.label])
        }
        guard let field = fields.first(where: { $0.label == "ttl" }) else {
            if fields.allSatisfy({ known.contains($0.label) }) {
                report({ .scopeWithoutTime(subject, at: $0) }, at: [key.name])
            }
            return .shared
        }
        guard let duration = field.value.writtenDuration, ServiceScope.timesToLive.contains(duration) else {
            refuse(
                field.value.found, key, "a ttl of up to 365 days, as seconds or as \"250ms\", \"1.5s\", or \"1h30m\"",
                at: [key.name, "ttl"])
            return .shared
        }
        return .cached(for: duration, limit: limit(fields, key))
    }

    /// The number of values of arguments that are remembered; nil if the table does not state it.
    private func limit(_ fields: [LabeledValue], _ key: ScriptKey) -> Int? {
        guard let field = fields.first(where: { $0.label == "limit" }) else { return nil }
        if case .value(.integer(let limit)) = field.value, let limit = Int(exactly: limit),
            ServiceScope.limits.contains(limit)
        {
            return limit
        }
        refuse(field.value.found, key, "a limit from 1 to 1000000", at: [key.name, "limit"])
        return nil
    }
}

extension WiredValue {
    fileprivate var writtenDuration: Duration? {
        switch self {
        case .value(.integer(let seconds)) where abs(seconds) <= Int64(Int32.max): .seconds(seconds)
        case .value(.number(let seconds)) where abs(seconds) <= Double(Int32.max): Duration(text: "\(seconds)s")
        case .value(.text(let text)): Duration(text: text)
        default: nil
        }
    }
}
