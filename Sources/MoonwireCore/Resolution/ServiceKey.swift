/// The id of a service together with its type.
///
/// ```swift
/// extension ServiceKey<Car> { static let jaguar = ServiceKey("jaguar") }
/// let jaguar = try container.resolve(.jaguar)
/// ```
public struct ServiceKey<Service>: Sendable, Hashable {
    /// The id of the service.
    public let id: String
    @usableFromInline let hash: UInt64

    /// Creates a key for the service with that id.
    public init(_ id: String) {
        self.id = id
        hash = NameHash.of(id)
    }
}
