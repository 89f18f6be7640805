import LuaRuntime
import MoonwireCore

extension Word {
    /// `alias "id" "target"`, `alias "id" (ref.target)`, and `alias "id" ("target", { deprecated = …, public = … })`: another id of
    /// a service.
    static func alias(_ evaluation: Evaluation) -> Word {
        // The first argument here is the target.
        let form = WordForm(2, "alias \"…\" (\"id\", { deprecated = … })")
        let complete = Word.function("alias", evaluation, form) { call in
            let id = evaluation.finish(call.payload)
            let target = try call.reference(0, of: "alias \"\(id)\"", evaluation)
            let origin = evaluation.origin(call)
            var definition = Definition(id: id, origin: origin, construction: .alias(of: target))
            if call.count > 1 { readOptions(call, evaluation, into: &definition) }
            evaluation.add(definition)
            return call.token(
                .reference(ServiceReference(id, location: origin.location, in: evaluation.module)), evaluation)
        }
        return Word("alias", evaluation, .begun("alias \"id\" \"target\"")) { call in
            let id = try call.name(0, of: "alias", "an id")
            call.stack.pushFunction(
                complete, payload: evaluation.begin(id, at: call.callSite, word: "alias"))
            return .values(1)
        }
    }

    private static func readOptions(_ call: LuaCall, _ evaluation: Evaluation, into definition: inout Definition) {
        let title = "alias \"\(definition.id)\""
        let table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: definition.id, title: title, origin: definition.origin)
        let position = call.position(1)
        guard call.stack.luaType(at: position) == .table else {
            let subject = "\(title): what follows the target"
            table.report({ .expectsTable(subject, orFunction: false, found: call.found(1), at: $0) }, at: [])
            return
        }
        table.forEachField(position, of: .alias) { key, value in
            if key.name == "public" {
                definition.isPublic = table.flag(value, key)
            } else {
                definition.deprecation = table.deprecation(value, key)
            }
        }
    }
}
