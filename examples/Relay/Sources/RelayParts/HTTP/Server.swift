import Foundation
import Moonwire
import Synchronization

/// Serves HTTP at an address until it is stopped.
///
/// - Exposes: run, stop, isListening
public final class Server: Sendable, Exposed {
    private enum Phase {
        case idle
        case listening(port: Int, stop: AsyncStream<Void>.Continuation)
        case stopped
    }

    private let address: String
    private let port: Int
    private let limits: ServerLimits
    private let gateway: Gateway
    private let log: Log
    private let phase = Mutex(Phase.idle)

    /// Creates a server with its limits: connections at a time, bytes of a body, time to send a request, and threads.
    init(
        address: String, port: Int, connections: Int = 256, body: Int = 1 << 20, timeout: Duration = .seconds(10),
        threads: Int = 2, gateway: Gateway, log: Log
    ) {
        self.address = address
        self.port = port
        limits = ServerLimits(connections: connections, body: body, timeout: timeout, threads: threads)
        self.gateway = gateway
        self.log = log
    }

    /// The port at which the server listens.
    public var listeningPort: Int? {
        phase.withLock { if case .listening(let port, _) = $0 { port } else { nil } }
    }

    /// Whether clients can connect.
    func isListening() -> Bool { listeningPort != nil }

    /// Listens until the server is stopped.
    func run() async throws {
        let listener = try Listener(address: address, port: port)
        let (stops, continuation) = AsyncStream<Void>.makeStream()
        let daemon = Daemon(
            limits: limits,
            reportLost: { [log] in log.write("a client ended, or was too slow, before its request was complete") },
            handler: { [gateway] in await gateway.answer($0) })
        try daemon.start(listener)
        phase.withLock { $0 = .listening(port: listener.port, stop: continuation) }
        log.write("listening at http://\(address):\(listener.port)")
        for await _ in stops {}
        phase.withLock { $0 = .stopped }
        await daemon.stop()
        log.write("the server has stopped")
    }

    /// Ends the run after the requests in progress.
    func stop() {
        phase.withLock { if case .listening(_, let stop) = $0 { stop.finish() } }
    }
}
