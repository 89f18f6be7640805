import Foundation
import Moonwire

/// Lists the dead letters; a POST tries one of them again.
public final class DeadLetterPage: Route, Exposed {
    private let folder: String
    private let store: EventStore
    private let webhooks: [Webhook]
    private let verifier: any Verifier

    init(path: String, store: EventStore, webhooks: [Webhook], verifier: any Verifier) {
        folder = path
        self.store = store
        self.webhooks = webhooks
        self.verifier = verifier
    }

    public var path: String { folder + "*" }
    public var methods: [String] { ["GET", "POST"] }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        try verifier.verify(request)
        let name = request.path.dropFirst(folder.count).drop { $0 == "/" }
        guard request.method == "POST" else {
            guard name.isEmpty else { throw Refusal(405, "the path of a dead letter takes POST") }
            return .json(200, try await store.deadLetters(limit: 100))
        }
        guard let id = Int64(name), let (letter, event) = try await store.deadLetter(id) else {
            throw Refusal(404, "there is no dead letter \"\(name)\"")
        }
        return try await retry(letter, event, log: log)
    }

    private func retry(_ letter: DeadLetter, _ event: Event, log: RequestLog) async throws -> Response {
        guard letter.target == nil else {
            try await store.revive(letter.id)
            log.write("event \(event.id) is delivered again")
            return .json(202, ["event": event.id])
        }
        guard let webhook = webhooks.first(where: { $0.name == letter.route }) else {
            throw Refusal(409, "no route has the name \"\(letter.route)\"")
        }
        if case .fail(let reason) = try await webhook.retry(letter, event) {
            log.write("event \(event.id) failed again: \(reason)")
            throw Refusal(409, reason)
        }
        log.write("event \(event.id) is processed again")
        return .json(202, ["event": event.id])
    }
}
