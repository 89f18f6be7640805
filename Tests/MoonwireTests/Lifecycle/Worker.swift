import Moonwire
import MoonwireSupport
import TestSupport

/// A service that runs until it is told to end, and writes down what is done to it.
final class Worker: Exposed, Sendable {
    struct Break: Error, CustomStringConvertible {
        var description: String { "it broke" }
    }

    private struct State {
        var runs: [AsyncGate] = []
        var isReady = false
        var isBroken = false
    }

    let name: String
    private let log: Station.Log
    private let state = Lock(State())

    init(name: String, log: Station.Log) {
        self.name = name
        self.log = log
        note("build")
    }

    private func note(_ entry: String) { log.lines.append("\(entry) \(name)") }

    /// The number of runs that wait for their end.
    var waiting: Int { state.withLock { $0.runs.map(\.waiting).reduce(0, +) } }

    /// Ends the runs in progress.
    func end() {
        for run in state.withLock({ $0.runs }) { run.open() }
    }

    func fail() {
        state.withLock { $0.isBroken = true }
        end()
    }

    func becomeReady() { state.withLock { $0.isReady = true } }

    private func begin() -> AsyncGate {
        let gate = AsyncGate()
        state.withLock { $0.runs.append(gate) }
        note("run")
        return gate
    }

    private func run() async throws {
        do { try await begin().wait() } catch {
            note("cancelled")
            throw error
        }
        if state.withLock({ $0.isBroken }) { throw Break() }
        note("returned")
    }

    /// Ends only when it is told to.
    private func ignore() async {
        let gate = begin()
        _ = try? await Task { try await gate.wait() }.value
        note("ignored")
    }

    static let exposure = Exposure(Worker.self) {
        Initializer("name", ExposedArgument("needs", default: []), "log") {
            (name: String, _: [Worker], log: Station.Log) in Worker(name: name, log: log)
        }
        Method("run") { (worker: Worker) async throws in try await worker.run() }
        Method("ignore") { (worker: Worker) async in await worker.ignore() }
        Method("isReady") { (worker: Worker) in worker.state.withLock { $0.isReady } }
        Method("hang") { (_: Worker) async throws -> Bool in
            try await AsyncGate().wait()
            return true
        }
        Method("breaks") { (_: Worker) async throws -> Bool in throw Break() }
        Method("finish") { (worker: Worker) in
            worker.note("finish")
            worker.end()
        }
        Method("breakDown") { (worker: Worker) in worker.fail() }
        Method("connect") { (worker: Worker) async in worker.note("connect") }
        Method("measure") { (_: Worker) in 7 }
    }

    /// A definition in a script.
    static func service(_ name: String, of needs: [String] = [], _ rest: String = "run = true") -> String {
        let refs = needs.map { "ref \"\($0)\"" }.joined(separator: ", ")
        return """
            service "\(name)" { type = "Worker", args = { name = "\(name)", needs = { \(refs) }, log = ref "log" }, \(rest) }

            """
    }
}

extension Living {
    convenience init(workers text: String, register: (inout Registrations) throws -> Void = { _ in }) throws {
        try self.init(text, types: [Worker.self], register: register)
    }

    func worker(_ id: String) throws -> Worker { try container.resolve(id) }

    /// Waits until the `run` of a worker waits for its end.
    func awaitRun(of id: String) async throws -> Worker {
        let worker = try worker(id)
        try await until { worker.waiting > 0 }
        return worker
    }
}
