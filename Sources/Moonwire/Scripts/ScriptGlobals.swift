import LuaRuntime
import MoonwireCore

/// The names that scripts may use, as a fresh interpreter has them: words, exposed types and the libraries that are open.
package struct ScriptGlobals {
    /// Each global, with its fields when it is a table of functions.
    package let fields: [String: [String]]

    package init(types: TypeRegistry? = nil) throws {
        let limits = Interpreter.Limits()
        let interpreter = try Interpreter(profile: .configuration, limits: limits)
        let evaluation = Evaluation(
            Evaluation.Inputs(
                environment: "dev", variables: EnvironmentVariables { _ in nil }, limits: limits, types: types),
            below: Layer(name: ""))
        defer { evaluation.end() }
        if let types { try ExposedTypes(interpreter, evaluation.link).install(types) }
        try Vocabulary.install(evaluation, interpreter)
        var fields = try interpreter.evaluate(Self.listing, name: "globals", as: [String: [String]].self)
        if let types { fields["types"] = types.names }
        self.fields = fields
    }

    private static let listing = """
        local found = {}
        for name, value in pairs(_ENV) do
            found[name] = {}
            if type(value) == "table" then
                for field in pairs(value) do found[name][#found[name] + 1] = field end
            end
        end
        return found
        """
}
