import LuaRuntime
import MoonwireCore

/// The names that scripts may use, as a fresh interpreter has them: words, exposed types and the libraries that are open.
package struct ScriptGlobals {
    /// Each global, with its fields when it is a table of functions.
    package let fields: [String: [String]]

    /// The words of products besides Moonwire, with their calls as hints show them.
    package let productWords: [ProductWord]

    /// A word of a product besides Moonwire.
    package struct ProductWord: Sendable {
        package let name: String
        package let usage: String
        package let product: String
    }

    /// Creates the names for the types of an application, and for the products that it registers.
    package init(types: TypeRegistry? = nil, modules: [any LayerModule] = []) throws {
        let limits = Interpreter.Limits()
        let interpreter = try Interpreter(profile: .configuration, limits: limits)
        let evaluation = Evaluation(
            Evaluation.Inputs(
                environment: "dev", variables: EnvironmentVariables { _ in nil }, limits: limits, types: types),
            below: Self.layer(modules))
        defer { evaluation.end() }
        if let types { try ExposedTypes(interpreter, evaluation.link).install(types) }
        try Vocabulary.install(evaluation, interpreter)
        var fields = try interpreter.evaluate(Self.listing, name: "globals", as: [String: [String]].self)
        if let types { fields["types"] = types.names }
        self.fields = fields
        productWords = modules.compactMap { $0 as? any ScriptModule }.flatMap { module in
            module.words(ScriptReading(evaluation)).map {
                ProductWord(name: $0.name, usage: $0.usage, product: module.product)
            }
        }
    }

    private static func layer(_ modules: [any LayerModule]) -> Layer {
        var layer = Layer(name: "")
        layer.modules = modules
        return layer
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
