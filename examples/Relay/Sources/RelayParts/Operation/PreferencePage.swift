import Foundation
import Moonwire

/// Lists the preferences; a PUT to the path of one of them sets it, and takes effect at once.
public final class PreferencePage: Route, Exposed {
    private let folder: String
    private let gateway: Gateway
    private let verifier: any Verifier

    init(path: String, gateway: Gateway, verifier: any Verifier) {
        folder = path
        self.gateway = gateway
        self.verifier = verifier
    }

    public var path: String { folder + "*" }
    public var methods: [String] { ["GET", "PUT", "DELETE"] }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        try verifier.verify(request)
        let preferences = try gateway.preferences()
        let name = String(request.path.dropFirst(folder.count).drop { $0 == "/" })
        do {
            switch request.method {
            case "PUT":
                guard let value = JSONValue.decode(request.body) else { throw Refusal(400, "the body is not JSON") }
                try preferences.set(name, to: value)
                log.write("preference \(name) is \(value)")
            case "DELETE":
                try preferences.reset(name)
                log.write("preference \(name) has its default")
            default: break
            }
        } catch let error as ContainerError {
            throw Refusal(error.code == .storeFailed ? 503 : 400, "\(error)")
        }
        let entries = try preferences.all.map { ($0.name, JSONValue($0.value)) }
        return .json(200, Dictionary(entries, uniquingKeysWith: { $1 }))
    }
}
