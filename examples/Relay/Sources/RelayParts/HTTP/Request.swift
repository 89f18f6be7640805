import Foundation
import Moonwire

/// A request of a client, with its whole body.
public final class Request: Sendable, Exposed {
    /// Identifies the request in log lines; taken from the header `X-Request-Id`, or new.
    public let id: String
    public let method: String
    public let path: String
    public let query: [String: String]
    /// The headers, with names in lowercase.
    public let headers: [String: String]
    public let body: Data
    /// The number of the generation whose services answer the request; 0 while no services do.
    let generation: Int

    public init(
        method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
        self.body = body
        id = self.headers["x-request-id"].flatMap(Self.checked) ?? Self.newID()
        generation = 0
    }

    private init(_ other: Request, generation: Int) {
        (id, method, path, query) = (other.id, other.method, other.path, other.query)
        (headers, body) = (other.headers, other.body)
        self.generation = generation
    }

    /// The same request, which the services of a generation answer.
    func answered(inGeneration number: Int) -> Request { Request(self, generation: number) }

    /// Scripts receive requests, and create none.
    public static let exposure = Exposure(Request.self) {
        Property("id", \.id)
        Property("method", \.method)
        Property("path", \.path)
        Method("header", "name") { (request: Request, name: String) in request.header(name) }
    }

    /// The value of a header; upper and lower case are the same.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// An id from outside is written to logs, so it must be short and plain.
    private static func checked(_ id: String) -> String? {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isPlain && (1...64).contains(id.utf8.count) ? id : nil
    }

    private static func newID() -> String { String(UUID().uuidString.lowercased().prefix(8)) }
}
