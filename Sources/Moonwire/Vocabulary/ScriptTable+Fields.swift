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
        guard case .named = scope else { return scope }
        guard let types = evaluation.types else {
            report({ .scopeWithoutTypes(name, subject, at: $0) }, at: [key.name])
            return scope
        }
        if types.scopes.contains(name) { return scope }
        report({ .unknownScope(name, subject, known: types.scopes, at: $0) }, at: [key.name])
        return .transient
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
