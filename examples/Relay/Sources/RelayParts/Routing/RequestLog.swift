import Moonwire

/// The log of one request: its lines begin with the id of the request.
///
/// - Exposes: write
public final class RequestLog: Sendable, Exposed {
    private let log: Log
    private let id: String

    init(log: Log, request: Request) {
        self.log = log
        id = request.id
    }

    func write(_ line: String) { log.write("[\(id)] \(line)") }
}
