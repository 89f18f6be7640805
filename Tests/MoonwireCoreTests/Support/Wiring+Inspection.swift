import MoonwireCore

extension Wiring {
    /// What an inspection says of it.
    func inspection(types: Bool = true) throws -> Inspection {
        Inspection(
            DefinitionGraph(
                layers: [services.beneath, layer, services.above], types: types ? try Garage.types() : nil,
                variables: EnvironmentVariables { [variables = self.variables] in variables[$0] }))
    }
}
