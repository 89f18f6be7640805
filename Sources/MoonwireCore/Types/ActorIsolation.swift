/// The global actor to which a class with slots is isolated: ``Container/inject(into:isolation:)`` elsewhere throws an error.
///
/// ```swift
/// @MainActor final class Dashboard: Exposed {
///     @Injected var engine: Engine
///
///     nonisolated static let exposure = Exposure(Dashboard.self) {
///         ActorIsolation(MainActor.self)
///         SlotArguments("engine")
///     }
/// }
/// ```
///
/// Swift does not record the actor of a class at run time. `swift package generate-exposures` writes this line, and
/// ``Registrations/registerOwner(_:isolation:)`` states the actor of a class that is not exposed. Subclasses have the actor of their
/// base class.
public struct ActorIsolation<Owner>: Sendable {
    private let isolation: OwnerIsolation

    /// States the global actor: `ActorIsolation(MainActor.self)`.
    public init<A: GlobalActor>(_ actor: A.Type) { isolation = OwnerIsolation(actor) }
}

extension ActorIsolation: Exposure.Member {
    /// The global actor.
    public var members: ExposureBuilder<Owner>.Members { .init(isolations: [isolation]) }
}
