import Foundation
import Moonwire
import Synchronization

/// Serves HTTP at an address until it is stopped.
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

    init(address: String, port: Int, limits: ServerLimits, gateway: Gateway, log: Log) {
        self.address = address
        self.port = port
        self.limits = limits
        self.gateway = gateway
        self.log = log
    }

    public static let exposure = Exposure(Server.self) {
        Initializer(
            "address", "port", ExposedArgument("connections", default: 256), ExposedArgument("body", default: 1 << 20),
            ExposedArgument("timeout", default: Duration.seconds(10)), ExposedArgument("threads", default: 2),
            "gateway",
            "log"
        ) {
            (
                address: String, port: Int, connections: Int, body: Int, timeout: Duration, threads: Int,
                gateway: Gateway, log: Log
            ) in
            let limits = ServerLimits(connections: connections, body: body, timeout: timeout, threads: threads)
            return Server(address: address, port: port, limits: limits, gateway: gateway, log: log)
        }
        Method("run") { (server: Server) in try await server.run() }
        Method("stop") { (server: Server) in server.stop() }
        Method("isListening") { (server: Server) in server.listeningPort != nil }
    }

    /// The port at which the server listens.
    public var listeningPort: Int? {
        phase.withLock { if case .listening(let port, _) = $0 { port } else { nil } }
    }

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

    func stop() {
        phase.withLock { if case .listening(_, let stop) = $0 { stop.finish() } }
    }
}
