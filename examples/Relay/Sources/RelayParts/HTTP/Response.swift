import Foundation

/// The answer to a request.
public struct Response: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Data

    public init(_ status: Int, type: String, body: Data) {
        self.status = status
        self.body = body
        headers = [("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    }

    public static func html(_ text: String) -> Response {
        Response(200, type: "text/html; charset=utf-8", body: Data(text.utf8))
    }

    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(200, type: type, body: Data(text.utf8))
    }

    /// A value as JSON, on a line of its own.
    public static func json(_ status: Int, _ value: some Encodable) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing that a route answers contains a number that JSON does not have.
        let body = (try? encoder.encode(value)) ?? Data("{}".utf8)
        return Response(status, type: "application/json", body: body + Data("\n".utf8))
    }

    /// An answer that says why a request was refused.
    public static func refusal(_ status: Int, _ reason: String) -> Response {
        var response = json(status, ["error": reason])
        if status == 503 { response.headers.append(("Retry-After", "5")) }
        return response
    }
}
