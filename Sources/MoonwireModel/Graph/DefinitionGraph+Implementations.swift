extension DefinitionGraph {
    /// The implementations of the scripts, in the order in which they were written.
    package var implementations: [ImplementationDefinition] {
        layers.all.flatMap(\.moduleDefinitions).compactMap { $0 as? ImplementationDefinition }
    }

    /// The names of the implementations of a class with these names and those of its base classes.
    package func implementations(of ownerNames: [[String]]) -> [String] {
        let owners = Set(ownerNames.joined())
        return Set(implementations.filter { owners.contains($0.owner) }.map(\.implementation)).sorted()
    }
}
