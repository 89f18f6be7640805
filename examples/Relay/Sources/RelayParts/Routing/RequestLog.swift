import Moonwire

/// The log of one request: its lines have the generation that answers the request, and the id of the request.
///
/// - Exposes: write
public final class RequestLog: Sendable, Exposed {
    private let log: Log
    private let subject: LogSubject

    init(log: Log, request: Request) {
        self.log = log
        subject = LogSubject(generation: request.generation, scope: "request", request: request.id)
    }

    func write(_ line: String) { log.report(line, about: subject) }
}
