import Foundation
import Synchronization
import Testing

@testable import MoonwireRedis

/// A Redis server of a test, in a folder of its own: it listens to a Unix socket, and keeps nothing when it ends.
final class TestServer: Sendable {
    let folder: String
    /// The port on the loopback; 0 if it listens to its socket alone.
    let port: Int
    private let arguments: [String]
    private let process = Mutex<Process?>(nil)

    /// Starts a server; `arguments` are options such as `["--requirepass", "secret"]`.
    convenience init(_ arguments: String...) throws { try self.init(port: 0, arguments) }

    private init(port: Int, _ arguments: [String]) throws {
        self.port = port
        // The path of a socket may have about a hundred characters.
        folder = "/tmp/mwr-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.arguments =
            [
                "--port", "\(port)", "--bind", "127.0.0.1", "--unixsocket", "\(folder)/new", "--dir", folder, "--save",
                "", "--appendonly", "no",
            ]
            + arguments
        try start()
    }

    /// Starts a server that also listens on the loopback, at a port that is free.
    static func withPort(password: String) throws -> TestServer {
        while true {
            let fake = try FakeServer(replies: ["-ERR\r\n"])
            guard case .host(_, let port) = fake.address.address else { continue }
            // Another process may use the port in between.
            fake.end()
            do { return try TestServer(port: port, ["--requirepass", password]) } catch is StartError {}
        }
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// How a store reaches it.
    var address: RedisServer { RedisServer(socket: "\(folder)/s") }
    var socket: String { "\(folder)/s" }

    /// Starts it, and waits until it listens; stores reach it after `prepare`, which receives another address.
    func start(_ prepare: (RedisServer) throws -> Void = { _ in }) throws {
        let started = Process()
        started.executableURL = URL(filePath: "/usr/bin/env")
        started.arguments = ["redis-server"] + arguments
        started.standardOutput = FileHandle.nullDevice
        try started.run()
        process.withLock { $0 = started }
        let new = RedisServer(socket: "\(folder)/new")
        while (try? Connection(to: new, RedisOptions()).request(["EXISTS", "ready"])) == nil {
            // An error other than that the server does not listen yet: it requires a password.
            if message({ _ = try Connection(to: new, RedisOptions()).request(["PING"]) }).contains("NOAUTH") { break }
            guard started.isRunning else { throw StartError(status: started.terminationStatus) }
            usleep(2000)
        }
        try prepare(new)
        guard rename("\(folder)/new", socket) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    struct StartError: Error {
        let status: Int32
    }

    /// Ends it at once, and waits for the end.
    func kill() {
        guard let ended = process.withLock({ exchange(&$0, nil) }) else { return }
        Foundation.kill(ended.processIdentifier, SIGKILL)
        ended.waitUntilExit()
    }

    /// Lets it neither answer nor end, as on the other side of a broken network.
    func pause() { send(SIGSTOP) }

    func resume() { send(SIGCONT) }

    private func send(_ signal: Int32) {
        process.withLock { process in _ = process.map { Foundation.kill($0.processIdentifier, signal) } }
    }

    /// The fields of a hash.
    func fields(of hash: String, _ password: String) throws -> [String: String] {
        let connection = try Connection(to: RedisServer(socket: socket, password: password), RedisOptions())
        let texts = try connection.request(["HGETALL", hash]).texts ?? []
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) })
    }

    /// Has the server carry out a command.
    @discardableResult func run(_ command: String...) throws -> Reply {
        try Connection(to: address, RedisOptions()).request(command)
    }
}

private func exchange<T>(_ value: inout T, _ new: T) -> T {
    defer { value = new }
    return value
}

/// Continues when the condition holds; throws if the test is cancelled, as by its time limit.
func until(_ condition: () throws -> Bool) async throws {
    while !(try condition()) { try await Task.sleep(for: .milliseconds(1)) }
}

/// A store that reports to the test, and finds the end of its server soon.
struct TestStore: Sendable {
    let store: RedisStore
    let reports = Reports()

    init(_ server: RedisServer, hash: String = "preferences", _ change: (inout RedisOptions) -> Void = { _ in }) throws
    {
        var options = RedisOptions(heartbeat: .milliseconds(50), longestPause: .milliseconds(50))
        change(&options)
        store = try RedisStore(at: server, hash: hash, options: options) { [reports] in reports.add($0) }
    }

    func untilAway() async throws { try await until { store.status != .connected } }
    func untilConnected() async throws { try await until { store.status == .connected } }
}

/// The reports of a store.
final class Reports: Sendable {
    private let reports = Mutex<[RedisReport]>([])

    var all: [RedisReport] { reports.withLock { $0 } }
    var texts: [String] { all.map(\.description) }

    func add(_ report: RedisReport) { reports.withLock { $0.append(report) } }
}

/// The error that a closure throws, as text.
func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "no error"
}
