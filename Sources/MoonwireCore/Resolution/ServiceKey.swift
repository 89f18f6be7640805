/// An id together with the type of its service.
///
/// ```swift
/// extension ServiceKey<Car> { static let jaguar = ServiceKey("jaguar") }
/// let jaguar = try container.resolve(.jaguar)
/// ```
public struct ServiceKey<Service>: Sendable, Hashable {
    public let id: String
    @usableFromInline let hash: UInt64

    public init(_ id: String) {
        self.id = id
        hash = NameHash.of(id)
    }
}
