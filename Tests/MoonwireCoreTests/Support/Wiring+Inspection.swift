import MoonwireCore

extension Wiring {
    /// What an inspection says of it.
    func inspection(types: Bool = true) throws -> Inspection {
        Inspection(
            DefinitionGraph(
                layers: [swift.beneath, layer, swift.above], types: types ? try Garage.types() : nil,
                variables: EnvironmentVariables { [variables] in variables[$0] }))
    }
}
