/// The instances that the application supplies to a scope when it opens, and the metadata of the scope.
public struct ScopeInstances: Sendable {
    private(set) var all: [(id: String, instance: any Sendable)] = []

    /// The number of the generation that the scope uses, as in ``Container/generations``.
    ///
    /// `$0.supply(RequestLog(generation: $0.generation), for: "log")`
    public let generation: Int

    /// What the scope is for, such as the id of a request, which ``Container/taskContext`` contains inside.
    ///
    /// `$0.metadata["request"] = request.id`
    public var metadata: [String: String] = [:]

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
