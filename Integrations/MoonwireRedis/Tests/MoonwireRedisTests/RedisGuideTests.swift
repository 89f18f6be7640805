import Foundation
import Moonwire
import MoonwireRedis
import Synchronization
import Testing

/// The code of `Documentation/Redis.md`, word for word.
@Suite(.timeLimit(.minutes(1))) struct RedisGuideTests {
    private static let script = """
        preferences "Speaker" { volume = { default = 5, min = 0, max = 10, store = "fleet" } }
        """
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../..").standardized

    private let server = try? TestServer.withPort(password: "correct horse")
    private let password = "correct horse"

    private final class Speaker: Sendable {
        let played = Mutex<[Int]>([])
        func play(at volume: Int) { played.withLock { $0.append(volume) } }
    }

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
        func warning(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func changesOfOthersArrive() async throws {
        let started = try #require(server)
        let port = started.port
        let script = "\(started.folder)/container.lua"
        try Data(Self.script.utf8).write(to: URL(filePath: script))
        let speaker = Speaker()

        let server = RedisServer(host: "127.0.0.1", port: port, password: password)
        let store = try RedisStore(at: server, hash: "preferences")
        let container = try Container(scripts: [script], environment: .prod) { services in
            services.registerStore(store, named: "fleet")
        }

        store.report(to: container.diagnostics)
        #expect(container.diagnostics.entries.isEmpty)

        let other = try RedisStore(at: server, hash: "preferences")
        let writing = Task {
            for volume in [7, 0] {
                try other.write(.integer(Int64(volume)), for: "Speaker.volume")
                try await until { volume == 0 || speaker.played.withLock { $0.last } == volume }
            }
        }
        for try await volume in try container.preferences.watch("Speaker.volume", as: Int.self) {
            if volume == 0 { break }
            speaker.play(at: volume)
        }
        try await writing.value
        #expect(speaker.played.withLock { $0.last } == 7)
        started.kill()
        try await until {
            container.diagnostics.entries.contains { $0.code.rawValue == "redis-away" && $0.severity == .warning }
        }
    }

    @Test func absenceIsReported() async throws {
        let started = try #require(server)
        let server = RedisServer(socket: started.socket, password: password)
        let log = Log()

        let options = RedisOptions(writesWhileAway: .queue(limit: 1000), start: .continuesWithoutServer)
        let store = try RedisStore(at: server, hash: "preferences", options: options) { report in
            log.warning("\(report)")
        }

        started.kill()
        try await until { store.status != .connected }
        switch store.status {
        case .connected: print("current")
        case .away(let absence):
            print("\(absence.staleness ?? .zero) old: \(absence.reason?.description ?? "not connected yet")")
        }

        try await until { log.lines.withLock { $0.contains { $0.contains("preferences have the values of ") } } }
    }

    @Test func hashIsAsShown() throws {
        let started = try #require(server)
        let address = RedisServer(socket: started.socket, password: password)
        try RedisStore(at: address, hash: "preferences").write(7, for: "Speaker.volume")
        let stored = try started.fields(of: "preferences", password)["Speaker.volume"]
        #expect(try #require(stored).wholeMatch(of: /\d{16} [0-9a-z]+\.1 \{"integer":7\}/) != nil)
    }

    @Test func allCodeIsHere() throws {
        let guide = try String(contentsOf: Self.repository.appending(path: "Documentation/Redis.md"), encoding: .utf8)
        let tests = words(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let blocks = guide.matches(of: /```(?:swift|lua)\n((?s).*?)```/).map { words(String($0.1)) }
        #expect(blocks.count == 6)
        for block in blocks { #expect(tests.contains(block), "\(block)") }
    }

    private func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

/// What `scripts/demo fleet` runs.
@Suite(.timeLimit(.minutes(1))) struct DemonstrationTests {
    @Test func storyIsAsShown() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let process = Process()
        process.executableURL = package.appending(path: "demonstrate")
        process.arguments = [try Program.executable().path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = output.split(separator: "\n").filter { $0.contains(": volume ") }
        #expect(lines == [5, 7, 9, 0].flatMap { ["kitchen: volume \($0)", "garden: volume \($0)"] })
        #expect(output.contains("cannot be reached") || output.contains("closed the connection"))
    }
}
