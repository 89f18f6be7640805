import Moonwire
import MoonwireSupport
import TestSupport

/// A service that a reload checks; an aviary counts those that live.
final class Bird: Exposed, StateReceiver, Sendable {
    struct Silence: Error, CustomStringConvertible {
        var description: String { "it does not sing" }
    }

    /// Where birds live, and write down what is done to them.
    final class Aviary: Exposed, Sendable {
        let lines = Collected<String>()
        let living = Lock(0)
        /// What `wait` waits for.
        let gate = AsyncGate()
        /// The songs that may be heard; nil if all may.
        let expected = Lock<Set<String>?>(nil)

        static let exposure = Exposure(Aviary.self) {}

        var count: Int { living.withLock { $0 } }
    }

    let name: String
    let song: String
    let mate: Bird?
    let aviary: Aviary
    private let former = Lock<String?>(nil)
    private let ends = AsyncGate()
    private let closed = Lock(false)

    init(name: String, song: String, mate: Bird?, aviary: Aviary) throws {
        (self.name, self.song, self.mate, self.aviary) = (name, song, mate, aviary)
        aviary.living.withLock { $0 += 1 }
        note("build")
        if song == "broken" { throw Silence() }
    }

    deinit { aviary.living.withLock { $0 -= 1 } }

    /// The song of the bird whose state it has taken over.
    var learned: String? { former.withLock { $0 } }

    /// Whether it has been stopped.
    var isClosed: Bool { closed.withLock { $0 } }

    func note(_ entry: String) { aviary.lines.append("\(entry) \(name) \(song)") }

    func receiveState(of former: Bird) throws { self.former.withLock { $0 = former.song } }

    private func start() async throws {
        note("start")
        if song == "silent" { throw Silence() }
        if song == "slow" { try await aviary.gate.wait() }
    }

    private func run() async throws {
        note("run")
        if song == "short" { return try await aviary.gate.wait() }
        try await ends.wait()
    }

    private func answer() async throws -> Bool {
        note("ask")
        if song == "hesitant" { try await aviary.gate.wait() }
        return song != "ill"
    }

    private func close() async {
        await Task.yield()
        closed.withLock { $0 = true }
        note("close")
        ends.open()
    }

    static let exposure = Exposure(Bird.self) {
        Initializer("name", "song", "mate", "aviary") {
            (name: String, song: String, mate: Bird?, aviary: Aviary) in
            try Bird(name: name, song: song, mate: mate, aviary: aviary)
        }
        Method("start") { (bird: Bird) async throws in try await bird.start() }
        Method("run") { (bird: Bird) async throws in try await bird.run() }
        Method("works") { (bird: Bird) async throws in try await bird.answer() }
        Method("close") { (bird: Bird) async in await bird.close() }
    }

    static let life = #"start = "start", health = "works", stop = "close""#

    /// A definition in a script.
    static func service(_ name: String, _ song: String, of mate: String? = nil, _ rest: String = life) -> String {
        let reference = mate.map { ", mate = ref \"\($0)\"" } ?? ""
        return """
            service "\(name)" { type = "Bird", args = { name = "\(name)", song = "\(song)"\(reference), aviary = ref "aviary" }, \(rest) }

            """
    }
}

/// A container of birds whose script a test edits.
struct Birds {
    let aviary = Bird.Aviary()
    let living: Living
    /// The number of lines before the test begins.
    private let first: Int

    init(_ text: String, starts: Bool = true) async throws {
        let aviary = aviary
        living = try Living(text, types: [Bird.self]) { $0.register("aviary") { _ in aviary } }
        if starts { try await living.container.start() }
        first = aviary.lines.elements.count
    }

    var container: Container { living.container }
    var lines: [String] { Array(aviary.lines.elements[first...]) }

    func bird(_ id: String) throws -> Bird { try container.resolve(id) }

    func song(_ id: String) throws -> String { try bird(id).song }

    /// Edits the script, and reloads with a check.
    @discardableResult func reload(_ text: String, _ check: ReloadCheck = .health) async throws -> ReloadPlan {
        try living.edit(text)
        return try await container.reload(checking: check)
    }

    /// The error of such a reload.
    func refusal(_ text: String, _ check: ReloadCheck = .health) async throws -> String {
        try living.edit(text)
        return await MoonwireTests.refusal { try await container.reload(checking: check) }
    }
}

/// Why a reload is refused, without the folder of the scripts; empty if it is not.
func refusal<R>(_ body: () async throws -> R) async -> String {
    do {
        _ = try await body()
        return ""
    } catch {
        return readableMessage(of: error)
    }
}

private func readableMessage(of error: any Error) -> String { message { throw error } }
