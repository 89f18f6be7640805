import Foundation

/// A payload on its way to a target.
struct Delivery: Sendable {
    let id: Int64
    let event: String
    let request: String
    let target: String
    /// The attempts before this one.
    let attempts: Int
    let payload: Payload
}

/// What becomes of a delivery after an attempt.
enum Attempt: Sendable {
    case delivered
    case retry(at: Date, reason: String)
    case dead(reason: String)
}

/// An event that could not be processed or delivered.
struct DeadLetter: Sendable, Encodable {
    let id: Int64
    let event: String
    let route: String
    /// Nil if a step of the route failed.
    let target: String?
    let attempts: Int
    let reason: String
}

/// A row of the list of events.
struct EventSummary: Sendable {
    let id: String
    let route: String
    let received: Date
    let outcome: String
    let deliveries: [DeliverySummary]
}

struct DeliverySummary: Sendable {
    let target: String?
    let state: String
    let attempts: Int
    let reason: String?
}

/// The numbers of deliveries of a target by state.
struct TargetSummary: Sendable {
    var waiting = 0
    var delivered = 0
    var dead = 0
}
