import Foundation
import Moonwire

/// Accepts events at a path: verifies them, applies its steps, and stores them before it answers.
///
/// - Exposes: name, path
public final class Webhook: Route, Exposed {
    /// A route to which anybody could send events.
    struct Unverified: Error, CustomStringConvertible {
        let route: String

        var description: String { "the route \"\(route)\" needs at least one verifier" }
    }

    /// What the steps make of an event.
    enum Outcome {
        case deliver(Payload)
        case drop
        /// A step failed; the event is a dead letter.
        case fail(reason: String)
    }

    public let path: String
    public let methods = ["POST"]
    let name: String
    private let verifiers: [any Verifier]
    private let steps: [any Step]
    private let targets: [any Target]
    private let store: EventStore
    private let metrics: Metrics

    // All verifiers must accept an event.
    init(
        name: String, path: String, verifiers: [any Verifier], steps: [any Step] = [], targets: [any Target] = [],
        store: EventStore, metrics: Metrics
    ) throws {
        guard !verifiers.isEmpty else { throw Unverified(route: name) }
        self.name = name
        self.path = path
        self.verifiers = verifiers
        self.steps = steps
        self.targets = targets
        self.store = store
        self.metrics = metrics
    }

    public func answer(_ request: Request, log: RequestLog) async throws -> Response {
        for verifier in verifiers { try verifier.verify(request) }
        let event = Event(
            route: name, request: request.id, contentType: request.header("Content-Type") ?? "application/octet-stream",
            body: request.body, note: { log.write($0) })
        let outcome = outcome(of: event)
        do {
            try await store.accept(event, outcome, targets: targets.map(\.name))
        } catch {
            log.write("an event could not be stored: \(error)")
            throw Refusal(503, "the event could not be stored; send it again later")
        }
        metrics.count("relay_events_total", ["route": name, "outcome": outcome.label])
        log.write("event \(event.id) of \(name): \(description(of: outcome))")
        return .json(202, ["event": event.id])
    }

    /// Applies the steps; an event that none of them changes is delivered byte by byte.
    func outcome(of event: Event) -> Outcome {
        let original =
            JSONValue.decode(event.body) ?? String(data: event.body, encoding: .utf8).map { .text($0) }
            ?? .data(event.body)
        var data = original
        do {
            for step in steps {
                guard let next = try step.apply(data, of: event) else { return .drop }
                data = next
            }
            if data == original { return .deliver(Payload(contentType: event.contentType, body: event.body)) }
            switch data {
            case .text(let text):
                return .deliver(Payload(contentType: "text/plain; charset=utf-8", body: Data(text.utf8)))
            case .data(let bytes): return .deliver(Payload(contentType: "application/octet-stream", body: bytes))
            default: return .deliver(Payload(contentType: "application/json", body: try JSONValue.encode(data)))
            }
        } catch {
            return .fail(reason: "\(error)")
        }
    }

    /// Applies the steps of the current wiring to an event that failed.
    func retry(_ letter: DeadLetter, _ event: Event) async throws -> Outcome {
        let outcome = outcome(of: event)
        try await store.replace(letter.id, with: outcome, targets: targets.map(\.name))
        return outcome
    }

    private func description(of outcome: Outcome) -> String {
        switch outcome {
        case .deliver where targets.isEmpty: "accepted, without targets"
        case .deliver: "accepted for \(targets.map(\.name).joined(separator: ", "))"
        case .drop: "dropped by a step"
        case .fail(let reason): "a dead letter: \(reason)"
        }
    }
}

extension Webhook.Outcome {
    /// The value of a label of the metrics, and of a column of the store.
    var label: String {
        switch self {
        case .deliver: "accepted"
        case .drop: "dropped"
        case .fail: "failed"
        }
    }
}
