/// A named implementation of what the objects of a class require; its resources are injection rules.
package struct ImplementationDefinition: ModuleDefinition {
    /// The name of the class, as the script writes it.
    package let owner: String
    /// The name of the implementation.
    package let implementation: String
    package let origin: Origin

    package init(of owner: String, named implementation: String, origin: Origin) {
        self.owner = owner
        self.implementation = implementation
        self.origin = origin
    }

    /// `Screen.phone`
    package var name: String { "\(owner).\(implementation)" }
}

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
