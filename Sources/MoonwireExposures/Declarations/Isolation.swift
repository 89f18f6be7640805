/// Where a declaration must be used.
enum Isolation: Sendable, Equatable {
    case none
    /// A global actor, by its name.
    case globalActor(String)
    /// The actor to which the member belongs.
    case actor

    /// The name of the global actor.
    var globalActor: String? { if case .globalActor(let name) = self { name } else { nil } }
}
