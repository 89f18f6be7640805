/// The preferences of deliveries at one time.
struct DeliveryPolicy: Sendable {
    /// The number of attempts after which an event is a dead letter.
    let attempts: Int
    let backoff: Backoff
    /// The number of deliveries that begin in a second.
    let perSecond: Double
}
