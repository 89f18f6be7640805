import Foundation
import Moonwire
import Synchronization
import Testing

@testable import RelayParts

/// A gateway in this process, in a folder of its own and at a port that the system chooses.
final class RunningGateway: Sendable {
    let folder: Folder
    let container: Container
    let port: Int
    private let lines: Lines

    /// Starts it with the scripts of the example, and one of the test over them.
    static func start(
        in folder: Folder = Folder(), _ script: String = "", targeting receiver: Receiver? = nil,
        variables: [String: String] = Folder.variables
    ) async throws -> RunningGateway {
        let lines = Lines()
        let container = try folder.container(script, target: receiver?.url, variables: variables, log: lines.log)
        try await container.start()
        let server = try await container.resolve(.server)
        return RunningGateway(folder, container, port: try #require(server.listeningPort), lines)
    }

    private init(_ folder: Folder, _ container: Container, port: Int, _ lines: Lines) {
        self.folder = folder
        self.container = container
        self.port = port
        self.lines = lines
    }

    var log: String { lines.text }

    func stop() async { #expect(await container.shutdownGracefully().map(\.description) == []) }

    var store: EventStore { get throws { try container.resolve(.store) } }

    /// Sends an order with a signature, as its sender would.
    @discardableResult func order(_ body: String, path: String = "/hooks/orders") async throws -> Answer {
        let signature = "sha256=" + Signature.of(Data(body.utf8), secret: "orders-secret")
        return try await send("POST", path, ["X-Signature": signature], body)
    }

    func operate(_ method: String, _ path: String, _ body: String? = nil) async throws -> Answer {
        try await send(method, path, ["Authorization": "Bearer operator-token"], body)
    }

    func send(
        _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String? = nil
    ) async throws -> Answer {
        try await Answer.to(method, "http://127.0.0.1:\(port)\(path)", headers, body)
    }
}

/// Runs a test with a gateway, and stops it afterward.
func withGateway(
    in folder: Folder = Folder(), _ script: String = "", targeting receiver: Receiver? = nil,
    variables: [String: String] = Folder.variables, _ body: (RunningGateway) async throws -> Void
) async throws {
    let gateway = try await RunningGateway.start(in: folder, script, targeting: receiver, variables: variables)
    do {
        try await body(gateway)
    } catch {
        await gateway.stop()
        throw error
    }
    await gateway.stop()
}

/// A paid order, whose summary the example delivers.
let paidOrder = """
    {"id": "A1", "status": "paid", "customer": {"name": "Ada"}, "items": [{"price": 5, "count": 2}, {"price": 7}]}
    """
let paidSummary = #"{"customer":"Ada","id":"A1","total":17}"#

/// The lines of a log.
final class Lines: Sendable {
    private let all = Mutex("")

    var text: String { all.withLock { $0 } }

    var log: Log { Log { [self] line in all.withLock { $0 += line } } }
}

/// Checks repeatedly; the time limit of the suite ends a wait for something that never happens.
func wait(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
