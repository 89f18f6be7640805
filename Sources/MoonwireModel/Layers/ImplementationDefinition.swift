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

    /// The name with that of the class: `Screen.phone`.
    package var name: String { "\(owner).\(implementation)" }
}
