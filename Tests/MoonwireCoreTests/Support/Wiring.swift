import ModelFixtures
import MoonwireCore
import MoonwireValues

/// Layers and everything else that a container is made of.
@dynamicMemberLookup struct Wiring {
    private var scripts = ModelWiring()
    var services = Registrations()
    var slowWait = Duration.seconds(5)

    init(_ definitions: Definition...) { scripts.definitions = definitions }

    /// What the scripts describe.
    subscript<Value>(dynamicMember path: WritableKeyPath<ModelWiring, Value>) -> Value {
        get { scripts[keyPath: path] }
        set { scripts[keyPath: path] = newValue }
    }

    var layer: Layer { scripts.layer }

    func container(types: [any Exposed.Type]? = nil) throws -> Container {
        try Container(
            layers: [services.beneath, layer, services.above],
            types: try types.map { try TypeRegistry($0) } ?? Garage.types(),
            variables: EnvironmentVariables { [variables = scripts.variables] in variables[$0] }, slowWait: slowWait)
    }

    /// What the validation says of it, faults and remarks.
    func check(types: [any Exposed.Type]? = nil) throws -> [Diagnostic] {
        Validation.check(
            DefinitionGraph(
                layers: [services.beneath, layer, services.above],
                types: try types.map { try TypeRegistry($0) } ?? Garage.types(),
                variables: EnvironmentVariables { [variables = scripts.variables] in variables[$0] }))
    }

    /// The validation's words.
    func report(types: [any Exposed.Type]? = nil) throws -> String {
        try check(types: types).map(\.description).joined(separator: "\n")
    }
}

/// What a throwing closure says; nil when it throws nothing.
func message<R>(_ body: () throws -> R) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
