import Foundation
import Moonwire

/// Answers the requests for a path.
public protocol Route: Sendable {
    /// The path, or with `*` at the end all paths that begin like it.
    var path: String { get }
    var methods: [String] { get }

    func answer(_ request: Request, log: RequestLog) async throws -> Response
}

extension Route {
    func matches(_ path: String) -> Bool {
        self.path.hasSuffix("*") ? path.hasPrefix(self.path.dropLast()) : path == self.path
    }
}

/// An error that a client gets as an answer.
public struct Refusal: Error, CustomStringConvertible {
    public let status: Int
    public let description: String

    public init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}
