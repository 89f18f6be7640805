import Foundation
import Moonwire
import MoonwireObjects

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends messages that an implementation makes of events.
public actor MessageTarget: Target, Implemented, Exposed {
    public nonisolated let name: String
    public nonisolated let parallel = 1
    public nonisolated let implementation: String
    @Resource private var url: URL
    @Resource private var headers: [String: String]?
    /// Makes the data of the message from those of the event; without any, the event needs no message.
    @Resource private var message: Action<PlainValue, PlainValue>
    private let client: HTTPClient

    init(name: String, implementation: String, client: HTTPClient) {
        self.name = name
        self.implementation = implementation
        self.client = client
    }

    public func deliver(_ parcel: Parcel) async throws {
        let body = parcel.payload.body
        let message = try message(JSONValue.decode(body) ?? .text(String(decoding: body, as: UTF8.self)))
        guard message != .null else { return }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try JSONValue.encode(message)
        for (name, value) in headers ?? [:] { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        try await client.send(request)
    }
}
