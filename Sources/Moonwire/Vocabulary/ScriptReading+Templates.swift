package import LuaRuntime
import MoonwireCore
package import MoonwireModel
package import MoonwireValues

extension ScriptReading {
    /// Adds the template that follows a call such as `partial "Name"`, as a private service of which each use is a new object.
    ///
    /// Pushes a reference to it. `refusal` is the diagnostic about a key that a template cannot have.
    package func addTemplate(
        _ name: String, id: String, title: String, _ call: LuaCall,
        refusal: (_ key: String, ScriptLocation?) -> Diagnostic
    ) -> LuaReturn {
        let origin = evaluation.origin(call)
        let table = ServiceTable(evaluation, call, id: id, .inline, origin: origin, title: title, key: name)
        var definition = table.definition()
        if definition.written.contains(.scope) { table.table.report({ refusal("scope", $0) }, at: ["scope"]) }
        definition.writtenAs = name
        definition.isTemplate = true
        definition.isPublic = false
        definition.scope = .transient
        definition.written.formUnion([.scope, .isPublic])
        evaluation.add(definition)
        return call.token(.reference(ServiceReference(id, location: origin.location)), evaluation)
    }
}
