/// Where a declaration must be used.
enum Isolation: Sendable, Equatable {
    case none
    /// A global actor, by its name.
    case globalActor(String)
    /// The actor to which the member belongs.
    case actor
}
