import Moonwire

/// The log of one request: its lines begin with the id of the request.
public final class RequestLog: Sendable, Exposed {
    private let log: Log
    private let id: String

    init(log: Log, request: Request) {
        self.log = log
        id = request.id
    }

    public static let exposure = Exposure(RequestLog.self) {
        Initializer("log", "request", body: RequestLog.init)
        Method("write", "line") { (log: RequestLog, line: String) in log.write(line) }
    }

    func write(_ line: String) { log.write("[\(id)] \(line)") }
}
