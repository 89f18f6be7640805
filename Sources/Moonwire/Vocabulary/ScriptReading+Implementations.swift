package import LuaRuntime
import MoonwireCore
package import MoonwireModel
package import MoonwireValues

extension ScriptReading {
    /// Adds the resources in the table that follows a call such as `implementation "Owner.name"`.
    ///
    /// `refusal` is the diagnostic about a value that is not a table, as messages show it.
    package func addImplementation(
        _ name: String, of owner: String, title: String, _ call: LuaCall,
        refusal: (_ found: String, ScriptLocation?) -> Diagnostic
    ) {
        let origin = evaluation.origin(call)
        let table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: "\(owner).\(name)", title: title, origin: origin)
        let position = call.position(0)
        guard position != 0, call.stack.luaType(at: position) == .table else {
            return table.report({ refusal(call.found(0), $0) }, at: [])
        }
        add(ImplementationDefinition(of: owner, named: name, origin: origin))
        var rules: [(resource: String, rule: InjectionRule)] = []
        table.forEachField(position) { resource, value in
            let (content, scope) = evaluation.reading { table.value(value, at: [resource]) }
            evaluation.include(scope)
            let target = InjectionRule.Target.resource(owner: owner, implementation: name, name: resource)
            rules.append((resource, InjectionRule(target, .value(content), origin: origin)))
        }
        // Lua has no order of fields that is the same in each load.
        for (_, rule) in rules.sorted(by: { $0.resource < $1.resource }) { evaluation.add(rule) }
    }
}
