import LuaRuntime
import MoonwireCore
import MoonwireValues

// What more than one word reads.
extension ScriptTable {
    func scope(_ position: Int) -> Scope {
        guard let name = stack.text(at: position) else {
            report(
                { .expects(subject, "scope", "a scope's name", stack.found(position), at: $0) }, at: ["scope"])
            return .shared
        }
        let scope = Scope(rawValue: name)
        guard case .named = scope else { return scope }
        guard let types = evaluation.types else {
            report({ .scopeWithoutTypes(name, subject, at: $0) }, at: ["scope"])
            return scope
        }
        if types.scopes.contains(name) { return scope }
        report({ .unknownScope(name, subject, known: types.scopes, at: $0) }, at: ["scope"])
        return .transient
    }

    func reloadPolicy(_ position: Int) -> ReloadPolicy {
        if let policy = stack.text(at: position).flatMap(ReloadPolicy.init) { return policy }
        let policies = ReloadPolicy.allCases.map(\.rawValue)
        let near = stack.text(at: position).map { Suggestions(among: policies).nearest(to: $0) } ?? []
        report(
            {
                .expects(
                    subject, "reload", policies.quotedAlternatives, stack.found(position), near: near, at: $0)
            }, at: ["reload"])
        return .auto
    }

    func flag(_ position: Int, _ key: String) -> Bool {
        if let value = stack.boolean(at: position) { return value }
        report({ .expects(subject, key, "true or false", stack.found(position), at: $0) }, at: [key])
        return false
    }

    func integer(_ position: Int, _ key: String) -> Int {
        if stack.isInteger(at: position), let integer = stack.integer(at: position) { return Int(integer) }
        report({ .expects(subject, key, "an integer", stack.found(position), at: $0) }, at: [key])
        return 0
    }
}
