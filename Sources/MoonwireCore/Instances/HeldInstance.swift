public import MoonwireSupport

/// An instance that a container holds.
public struct HeldInstance: Sendable, Hashable, Codable {
    /// The id of the service.
    public let id: String
    /// The date at which it was built or supplied.
    public let date: Date
    /// The ids of the services that needed it, outermost first; empty if the application resolved it.
    ///
    /// Only the last part of a very long path is known.
    public let path: [String]
    /// Whether the application supplied it.
    public let isSupplied: Bool
}

/// An instance of a generation, with its position.
struct Holding {
    let position: Int
    let instance: AnyObject
    var provenance: Provenance
    /// Whether it exists only while others also hold it.
    let isWeak: Bool

    /// The same instance at a position of another generation.
    func moved(to position: Int) -> Holding {
        Holding(position: position, instance: instance, provenance: provenance, isWeak: isWeak)
    }

    /// The same instance, lent to another generation.
    var lent: Holding { Holding(position: position, instance: instance, provenance: provenance.lent, isWeak: isWeak) }
}
