package import MoonwireValues

/// A product besides Moonwire that adds words to scripts, such as MoonwireObjects.
package protocol LayerModule: Sendable {
    /// The name of the product, as messages show it.
    var product: String { get }
}

/// What scripts define for a product besides Moonwire.
package protocol ModuleDefinition: Sendable {
    var name: String { get }
    /// The keys that a later definition with the same name replaces.
    var keys: [ModuleKey] { get }
}

extension ModuleDefinition {
    package var keys: [ModuleKey] { [] }
}

/// A key in the table of what scripts define for a product besides Moonwire.
package struct ModuleKey: Sendable {
    /// The definition as messages name it: `accessor "Mixer.volume"`.
    let subject: String
    package let name: String
    let location: ScriptLocation?
    /// That of the definition.
    let origin: Origin

    package init(_ name: String, of subject: String, at location: ScriptLocation?, _ origin: Origin) {
        self.name = name
        self.subject = subject
        self.location = location
        self.origin = origin
    }
}
