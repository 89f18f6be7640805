/// A service that wraps another one, and takes its place for all who ask for it.
public struct Decorator: Sendable {
    /// The service that is wrapped.
    public let target: String
    /// How the decorator is built.
    public let definition: Definition
    /// An id of its own, besides that of what it wraps.
    public let name: String?
    /// The higher, the nearer to the original.
    public let priority: Int
    /// Whether nothing happens when the service is not defined.
    public let isOptional: Bool

    /// - Parameter definition: Its id does not matter.
    public init(
        of target: String, _ definition: Definition, name: String? = nil, priority: Int = 0, isOptional: Bool = false
    ) {
        self.target = target
        self.definition = definition
        self.name = name
        self.priority = priority
        self.isOptional = isOptional
    }
}
