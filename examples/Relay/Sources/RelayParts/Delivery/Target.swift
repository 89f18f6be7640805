import Foundation
import Moonwire

/// Receives events.
public protocol Target: Sendable {
    var name: String { get }
    /// The number of deliveries at a time.
    var parallel: Int { get }

    /// Returns when the target has the event for good; throws ``DeliveryFailure`` if it may not have it.
    func deliver(_ parcel: Parcel) async throws
}

/// An event on its way to a target.
public struct Parcel: Sendable {
    /// The same in each attempt, so that a target recognizes what it has already.
    public let event: String
    /// Counted from one.
    public let attempt: Int
    public let payload: Payload
}

public struct DeliveryFailure: Error, CustomStringConvertible {
    public let description: String
    /// The number of seconds after which the target wants the next attempt.
    public let retryAfter: Double?

    public init(_ description: String, retryAfter: Double? = nil) {
        self.description = description
        self.retryAfter = retryAfter
    }
}

/// All targets of the current wiring.
public final class TargetList: Sendable, Exposed {
    let all: [any Target]

    init(all: [any Target]) {
        self.all = all
    }

    func named(_ name: String) -> (any Target)? { all.first { $0.name == name } }
}
