import Foundation
import Moonwire

/// A request that a route has accepted.
public final class Event: Sendable, Exposed {
    public let id: String
    /// The name of the route.
    public let route: String
    /// The id of the request.
    public let request: String
    public let received: Date
    public let contentType: String
    /// The body of the request, as it was received.
    public let body: Data
    private let note: @Sendable (String) -> Void

    init(
        id: String = UUID().uuidString.lowercased(), route: String, request: String, received: Date = .now,
        contentType: String, body: Data, note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.id = id
        self.route = route
        self.request = request
        self.received = received
        self.contentType = contentType
        self.body = body
        self.note = note
    }

    /// Scripts receive events, and create none.
    public static let exposure = Exposure(Event.self) {
        Property("id", \.id)
        Property("route", \.route)
        Property("request", \.request)
        Property("received", \.received)
        Method("log", "line") { (event: Event, line: String) in event.note(line) }
    }
}

/// What is delivered of an event.
public struct Payload: Sendable, Equatable {
    public var contentType: String
    public var body: Data
}
