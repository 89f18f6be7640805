import LuaRuntime
import MoonwireCore
import MoonwireValues

// Values that more than one word reads.
extension ScriptTable {
    func scope(_ position: Int, _ key: ScriptKey) -> ServiceScope {
        guard let name = stack.text(at: position) else {
            refuse(position, key)
            return .shared
        }
        let scope = ServiceScope(rawValue: name)
        if case .named = scope { evaluation.note(scope: name, in: self, at: [key.name]) }
        return scope
    }

    /// A scope, or a list of them.
    func scopes(_ position: Int, _ key: ScriptKey) -> [String] {
        if let name = stack.text(at: position) { return [name] }
        guard stack.luaType(at: position) == .table else {
            refuse(position, key)
            return []
        }
        return content(position, at: [key.name]).elements.enumerated().compactMap { index, element in
            if case .value(.text(let name)) = element { return name }
            refuse(element.found, key, at: [key.name, "\(index + 1)"])
            return nil
        }
    }

    func reloadPolicy(_ position: Int, _ key: ScriptKey) -> ReloadPolicy {
        let text = stack.text(at: position)
        if let policy = text.flatMap(ReloadPolicy.init) { return policy }
        let policies = ReloadPolicy.allCases.map(\.rawValue)
        let near = text.map { Suggestions(among: policies).nearest(to: $0) } ?? []
        report(
            { .expects(subject, key.name, key.kind.expectation, stack.found(position), near: near, at: $0) },
            at: [key.name])
        return .auto
    }

    func flag(_ position: Int, _ key: ScriptKey) -> Bool {
        if let value = stack.boolean(at: position) { return value }
        refuse(position, key)
        return false
    }

    func integer(_ position: Int, _ key: ScriptKey) -> Int {
        if stack.isInteger(at: position), let integer = stack.integer(at: position) { return Int(integer) }
        refuse(position, key)
        return 0
    }
}
