import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// An asynchronous build belongs to the generation in which it began.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousReloadTests {
    private let gate = AsyncGate()
    private let made = Counter()

    private static let wiring = #"""
        service "town" { type = "Station", args = { name = "Leeds" } }
        service "line" { type = "Station", args = { name = "line", next = ref "asked" } }
        """#

    /// A container with an asynchronous service, which asks for another one before it waits.
    private func living() throws -> Living {
        let (gate, made) = (gate, made)
        return try Living(Self.wiring) {
            $0.register("asked") { resolver in
                let town = try await resolver.resolve("town", as: Station.self)
                made.add()
                try await gate.wait()
                return Station(name: "asked in \(town.name)", next: town, later: nil, log: nil)
            }
        }
    }

    private func begin(_ id: String, in living: Living) async throws -> Task<Station, any Error> {
        let task = Task { try await living.container.resolve(id, as: Station.self) }
        try await until { gate.waiting > 0 }
        return task
    }

    @Test func reloadWithoutChangesAdoptsTheInstance() async throws {
        let living = try living()
        let task = try await begin("line", in: living)
        try living.reload(Self.wiring + "\nparameters { other = 1 }")
        gate.open()
        let line = try await task.value
        #expect(try await living.container.resolve("line", as: Station.self) === line)
        #expect(try await living.container.resolve("asked", as: Station.self) === line.next)
        #expect(made.value == 1)
    }

    @Test func resolveAfterTheReloadAwaitsTheBuildInProgress() async throws {
        let living = try living()
        let task = try await begin("asked", in: living)
        try living.reload(Self.wiring + "\nparameters { other = 1 }")
        let second = Task { try await living.container.resolve("line", as: Station.self) }
        try await until { try living.container.waiters(of: "asked") >= 2 }
        gate.open()
        #expect(try await second.value.next === task.value)
        #expect(made.value == 1)
    }

    @Test func changedServiceThatTheFactoryAskedForIsJudgedAtTheEnd() async throws {
        let living = try living()
        let task = try await begin("line", in: living)
        try living.reload(Self.wiring.replacing("Leeds", with: "York"))
        let second = Task { try await living.container.resolve("line", as: Station.self) }
        try await until { gate.waiting >= 2 }
        gate.open()
        #expect(try await task.value.next?.name == "asked in Leeds")
        #expect(try await second.value.next?.name == "asked in York")
        #expect(try await living.container.resolve("asked", as: Station.self) === second.value.next)
        #expect(made.value == 2)
    }

    @Test func changedServiceThatWasAskedForEarlierReplacesTheInstance() async throws {
        let living = try living()
        gate.open()
        let line = try await living.container.resolve("line", as: Station.self)
        try living.reload(Self.wiring + "\nparameters { other = 1 }")
        #expect(try await living.container.resolve("line", as: Station.self) === line)
        try living.reload(Self.wiring.replacing("Leeds", with: "York"))
        #expect(try await living.container.resolve("line", as: Station.self).next?.name == "asked in York")
        #expect(made.value == 2)
    }

    /// The reload cannot know of the dependency yet, so the task of the new generation waits for the build.
    @Test func changedServiceThatTheFactoryAsksForLaterIsJudgedAtTheEnd() async throws {
        let (gate, made) = (gate, made)
        let living = try Living(Self.wiring) {
            $0.register("asked") { resolver in
                made.add()
                try await gate.wait()
                let town = try await resolver.resolve("town", as: Station.self)
                return Station(name: "asked in \(town.name)", next: nil, later: nil, log: nil)
            }
        }
        let task = try await begin("asked", in: living)
        try living.reload(Self.wiring.replacing("Leeds", with: "York"))
        let second = Task { try await living.container.resolve("asked", as: Station.self) }
        try await until { try living.container.waiters(of: "asked") >= 2 }
        #expect(made.value == 1)
        gate.open()
        #expect(try await task.value.name == "asked in Leeds")
        #expect(try await second.value.name == "asked in York")
        #expect(made.value == 2)
    }

    @Test func requestOfATaskOfAFactoryIsADependency() async throws {
        let (gate, made) = (gate, made)
        let living = try Living(Self.wiring) {
            $0.register("asked") { resolver in
                made.add()
                try await gate.wait()
                await Task.yield()
                let town = try await Task { try await resolver.resolve("town", as: Station.self) }.value
                return Station(name: "asked in \(town.name)", next: nil, later: nil, log: nil)
            }
        }
        gate.open()
        let asked = try await living.container.resolve("asked", as: Station.self)
        try living.reload(Self.wiring + "\nparameters { other = 1 }")
        #expect(try await living.container.resolve("asked", as: Station.self) === asked)
        try living.reload(Self.wiring.replacing("Leeds", with: "York"))
        #expect(try await living.container.resolve("asked", as: Station.self).name == "asked in York")
    }

    @Test func requestOfTheContainerInsideAFactoryIsADependency() async throws {
        let own = Lock<Container?>(nil)
        let living = try Living(Self.wiring) {
            $0.register("asked") { _ in
                await Task.yield()
                let town = try await own.withLock { $0 }?.resolve("town", as: Station.self)
                return Station(name: "asked in \(town?.name ?? "")", next: nil, later: nil, log: nil)
            }
        }
        own.withLock { $0 = living.container }
        defer { own.withLock { $0 = nil } }
        let asked = try await living.container.resolve("asked", as: Station.self)
        #expect(asked.name == "asked in Leeds")
        try living.reload(Self.wiring + "\nparameters { other = 1 }")
        #expect(try await living.container.resolve("asked", as: Station.self) === asked)
        try living.reload(Self.wiring.replacing("Leeds", with: "York"))
        #expect(try await living.container.resolve("asked", as: Station.self).name == "asked in York")
    }

    @Test func abandonedBuildDoesNotKeepTheContainer() async throws {
        let alive = Counter()
        let (begun, end) = (AsyncGate(), AsyncGate())
        do {
            let living = try Living(#"service "town" { type = "Station", args = { name = "Leeds" } }"#) {
                $0.register("kept") { _ in Kept(alive) }
                $0.register("slow") { resolver in
                    begun.open()
                    await Task.detached { try? await end.wait() }.value
                    return try await resolver.resolve("kept", as: Kept.self)
                }
            }
            _ = try await living.container.resolve("kept", as: Kept.self)
            let task = Task { try await living.container.resolve("slow", as: Kept.self) }
            try await begun.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        end.open()
        try await until { alive.value == 0 }
    }

    private final class Kept: Sendable {
        private let alive: Counter

        init(_ alive: Counter) {
            self.alive = alive
            alive.add()
        }

        deinit { alive.add(-1) }
    }
}
