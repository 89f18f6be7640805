package import MoonwireModel

/// What scripts describe, and what the application registers beneath them.
package struct ModelWiring {
    package var definitions: [Definition] = []
    package var parameters: [(name: String, value: WiredValue, line: Int?)] = []
    package var rules: [InjectionRule] = []
    package var preferences: [PreferenceDefinition] = []
    package var hooks: [Hook] = []
    package var variables: [String: String] = [:]
    /// The layer of the application.
    package var beneath = Layer(name: "Swift registrations")

    package init(_ definitions: Definition...) {
        self.definitions = definitions
        beneath.parameters = ParameterTree(setByApplication: ())
    }

    /// The layer of the scripts.
    package var layer: Layer {
        var layer = Layer(name: "test.lua")
        layer.definitions = definitions
        layer.rules = rules
        layer.preferences = preferences
        layer.hooks = hooks
        for (name, value, line) in parameters {
            layer.parameters.set(name, value, origin: Origin(line.map(at)), path: [name])
        }
        return layer
    }

    /// Both layers combined, with the types of the garage or without any.
    package func graph(hasTypes: Bool = true) throws -> DefinitionGraph {
        DefinitionGraph(
            layers: [beneath, layer], types: hasTypes ? try GarageManifest.types() : nil,
            variables: EnvironmentVariables { [variables] in variables[$0] })
    }

    /// The diagnostics of the validation.
    package func check() throws -> [Diagnostic] { Validation.check(try graph()) }

    /// The sentences of the validation.
    package func report() throws -> String { try check().map(\.description).joined(separator: "\n") }

    /// What an inspection says of it.
    package func inspection(types: Bool = true) throws -> Inspection { Inspection(try graph(hasTypes: types)) }
}
