/// A product besides Moonwire that adds words to scripts, such as MoonwireObjects.
package protocol LayerModule: Sendable {
    /// The name of the product, as messages show it.
    var product: String { get }
}

/// What scripts define for a product besides Moonwire.
package protocol ModuleDefinition: Sendable {
    var name: String { get }
}
