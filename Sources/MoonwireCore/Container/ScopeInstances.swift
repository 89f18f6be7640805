/// The instances that the application supplies to a scope when it opens.
public struct ScopeInstances: Sendable {
    private(set) var all: [(id: String, instance: any Sendable)] = []

    /// The number of the generation that the scope uses, as in ``Container/generations``.
    ///
    /// `$0.supply(RequestLog(generation: $0.generation), for: "log")`
    public let generation: Int

    init(inGeneration number: Int) {
        generation = number
    }

    /// Supplies the instance of a service of the scope; the last one counts.
    ///
    /// `$0.supply(user, for: "user")`
    public mutating func supply<T: Sendable>(_ instance: T, for id: String) {
        all.append((id, instance))
    }

    /// Supplies the instance of a service of the scope; the last one counts.
    ///
    /// `$0.supply(user, for: .user)`
    public mutating func supply<T: Sendable>(_ instance: T, for key: ServiceKey<T>) { supply(instance, for: key.id) }
}
