import Foundation
import Moonwire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends events to a URL with POST, signed if wanted.
public final class HTTPTarget: Target, Exposed {
    public let name: String
    public let parallel: Int
    private let url: URL
    private let secret: String?
    private let headers: [String: String]
    private let client: HTTPClient

    /// Creates a target with a limit of deliveries at a time.
    init(
        name: String, url: URL, secret: String?, headers: [String: String] = [:], parallel: Int = 4, client: HTTPClient
    ) throws {
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw DeliveryFailure("target \"\(name)\" needs a URL that begins with http:// or https://, got \(url)")
        }
        self.name = name
        self.url = url
        self.secret = secret
        self.headers = headers
        self.parallel = parallel
        self.client = client
    }

    public func deliver(_ parcel: Parcel) async throws {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = parcel.payload.body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue(parcel.payload.contentType, forHTTPHeaderField: "Content-Type")
        request.setValue(parcel.event, forHTTPHeaderField: "X-Relay-Event")
        request.setValue("\(parcel.attempt)", forHTTPHeaderField: "X-Relay-Attempt")
        if let secret {
            let signature = "sha256=" + Signature.of(parcel.payload.body, secret: secret)
            request.setValue(signature, forHTTPHeaderField: "X-Relay-Signature")
        }
        try await client.send(request)
    }
}
