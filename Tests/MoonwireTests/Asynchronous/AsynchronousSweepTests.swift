import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Something happens at each suspension of a resolve, one after the other: a cancellation, an error, a reload.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousSweepTests {
    /// What happens at one of the steps of all constructions.
    private final class Steps: Sendable {
        enum Event: Sendable {
            case nothing
            case failure
            /// Continues after `go`; `reached` is open meanwhile.
            case pause
        }

        struct Failure: Error, CustomStringConvertible {
            let number: Int
            var description: String { "step \(number)" }
        }

        let reached = AsyncGate()
        let go = AsyncGate()
        private let event: Event
        private let number: Int
        private let count = Counter()

        init(_ event: Event = .nothing, at number: Int = 0) {
            self.event = event
            self.number = number
        }

        var taken: Int { count.value }

        func take() async throws {
            let own = count.add()
            await Task.yield()
            guard own == number else { return }
            switch event {
            case .nothing: break
            case .failure: throw Failure(number: own)
            case .pause:
                reached.open()
                // Continues if it is cancelled, and looks at that later.
                await Task.detached { [go] in try? await go.wait() }.value
                try Task.checkCancellation()
            }
        }
    }

    /// A part of the graph; counts those that exist.
    private final class Part: Exposed, Sendable {
        let name: String
        let parts: [Part]
        let log = Collected<String>()
        private let alive: Counter

        init(_ name: String, _ parts: [Part], _ alive: Counter) {
            self.name = name
            self.parts = parts
            self.alive = alive
            alive.add()
        }

        deinit { alive.add(-1) }

        var tree: String { parts.isEmpty ? name : "\(name)(\(parts.map(\.tree).joined(separator: " ")))" }

        static let exposure = Exposure(Part.self) {
            Method("group", "name", "parts") { (owner: Part, name: String, parts: [Part]) async throws -> Part in
                try await owner.steps?.take()
                return Part(name, [owner] + parts, owner.alive)
            }
            Method("tune") { (part: Part) async throws in
                try await part.steps?.take()
                part.log.append("tuned")
            }
        }

        private var steps: Steps? { Self.current.withLock { $0[ObjectIdentifier(alive)] } }
        /// The steps of each graph, by its counter.
        static let current = Lock<[ObjectIdentifier: Steps]>([:])
    }

    private static let wiring = #"""
        service "root"  { factory = { ref "left", "group" }, args = { name = "root", parts = { ref "right", ref "leaf" } }, call = { { "tune" } } }
        service "left"  { factory = { ref "leaf", "group" }, args = { name = "left", parts = { ref "own", ref "own" } } }
        service "right" { factory = { ref "leaf", "group" }, args = { name = "right", parts = { ref "graph" } }, call = { { "tune" } } }
        service "own"   { factory = { ref "leaf", "group" }, args = { name = "own", parts = { ref "graph" } }, scope = "transient" }
        """#

    private static let tree = "root(left(leaf own(leaf graph) own(leaf graph)) right(leaf graph) leaf)"

    private func living(_ alive: Counter, _ steps: Lock<Steps>) throws -> Living {
        try Living(Self.wiring, types: [Part.self]) {
            $0.register("leaf") { _ in
                try await steps.withLock { $0 }.take()
                return Part("leaf", [], alive)
            }
            $0.register("graph", scope: .graph) { resolver in
                try await steps.withLock { $0 }.take()
                _ = try await resolver.resolve("leaf", as: Part.self)
                try await steps.withLock { $0 }.take()
                return Part("graph", [], alive)
            }
        }
    }

    /// Begins a resolve, and returns when it pauses at its step or has ended; the watcher ends after it.
    private func pausedResolve(
        _ living: Living, _ steps: Steps
    ) async throws -> (task: Task<Part, any Error>, watcher: Task<Void, Never>) {
        let task = Task { try await living.container.resolve("root", as: Part.self) }
        let watcher = Task {
            _ = try? await task.value
            steps.reached.open()
        }
        try await steps.reached.wait()
        return (task, watcher)
    }

    /// Runs `body` for each step of a resolve, in a graph of its own, of which nothing may be left.
    private func sweep(
        _ event: Steps.Event, _ body: (_ living: Living, _ steps: Steps) async throws -> Void
    ) async throws {
        var number = 0
        while true {
            number += 1
            let alive = Counter()
            let steps = Steps(event, at: number)
            Part.current.withLock { $0[ObjectIdentifier(alive)] = steps }
            defer { Part.current.withLock { $0[ObjectIdentifier(alive)] = nil } }
            do {
                let living = try living(alive, Lock(steps))
                try await body(living, steps)
                // What is left of the resolve does not disturb the next one.
                let root: Part = try await living.container.resolve("root")
                #expect(root.tree == Self.tree, "step \(number)")
                #expect(root.log.elements == ["tuned"], "step \(number)")
            }
            while alive.value > 0 { await Task.yield() }
            if steps.taken < number { break }
        }
        #expect(number > 12)
    }

    @Test func errorAtEachStepFailsTheResolveWithItsPath() async throws {
        try await sweep(.failure) { living, steps in
            let said = await message { try await living.container.resolve("root", as: Part.self) }
            if let said {
                #expect(said.contains("could not be built: step") || said.contains("call[1]: step"), "\(said)")
            }
        }
    }

    @Test func cancellationAtEachStepEndsTheResolve() async throws {
        try await sweep(.pause) { living, steps in
            let (task, watcher) = try await pausedResolve(living, steps)
            task.cancel()
            steps.go.open()
            do { #expect(try await task.value.tree == Self.tree) } catch { #expect(error is CancellationError) }
            await watcher.value
        }
    }

    @Test func reloadAtEachStepLeavesTheResolveInItsGeneration() async throws {
        try await sweep(.pause) { living, steps in
            let (task, watcher) = try await pausedResolve(living, steps)
            try living.reload(Self.wiring + "\nparameters { other = 1 }")
            let second = Task { try await living.container.resolve("root", as: Part.self) }
            for _ in 0..<10 { await Task.yield() }
            steps.go.open()
            let (first, next) = (try await task.value, try await second.value)
            #expect(first.tree == Self.tree)
            #expect(first === next)
            await watcher.value
        }
    }

    @Test func changeAtEachStepReplacesWhatItAffects() async throws {
        try await sweep(.pause) { living, steps in
            let (task, watcher) = try await pausedResolve(living, steps)
            try living.reload(Self.wiring.replacing(#""right""#, with: #""wrong""#))
            let second = Task { try await living.container.resolve("root", as: Part.self) }
            for _ in 0..<10 { await Task.yield() }
            steps.go.open()
            #expect(try await task.value.tree == Self.tree)
            #expect(try await second.value.tree == Self.tree.replacing("right", with: "wrong"))
            try living.reload(Self.wiring)
            await watcher.value
        }
    }

    @Test func overrideAtEachStepHasItsOwnInstances() async throws {
        try await sweep(.pause) { living, steps in
            let (task, watcher) = try await pausedResolve(living, steps)
            let inside = Task {
                try await living.container.withOverrides { services in
                    services.override("left") { resolver async throws in
                        try await resolver.resolve("leaf", as: Part.self)
                    }
                } operation: {
                    try await living.container.resolve("root", as: Part.self)
                }
            }
            for _ in 0..<10 { await Task.yield() }
            steps.go.open()
            #expect(try await task.value.tree == Self.tree)
            #expect(try await inside.value.tree == "root(leaf right(leaf graph) leaf)")
            await watcher.value
        }
    }
}
