public import MoonwireSupport

/// An instance that a container holds.
public struct HeldInstance: Sendable, Hashable, Codable {
    /// The id of the service.
    public let id: String
    /// When it was built, or supplied.
    public let date: Date
    /// The ids that were being built and so led to it, outermost first; empty when the application asked for it itself.
    ///
    /// Of a very long way only the last part is known.
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
