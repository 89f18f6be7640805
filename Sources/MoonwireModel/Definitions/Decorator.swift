/// A service that wraps another one and takes its id.
package struct Decorator: Sendable {
    /// The service that is wrapped.
    package let target: String
    /// How the decorator is built.
    package let definition: Definition
    /// An id of its own, besides that of what it wraps.
    package let name: String?
    /// The higher, the nearer to the original.
    package let priority: Int
    /// Whether nothing happens when the service is not defined.
    package let isOptional: Bool

    /// Creates a decorator of the service `target`; the id of `definition` does not matter.
    package init(
        of target: String, _ definition: Definition, name: String? = nil, priority: Int = 0, isOptional: Bool = false
    ) {
        self.target = target
        self.definition = definition
        self.name = name
        self.priority = priority
        self.isOptional = isOptional
    }
}
