import ModelFixtures
import MoonwireCore
import MoonwireSupport
import MoonwireValues
import TestSupport
import Testing

/// One build for all tasks that wait for it, and what their cancellation ends.
@Suite(.timeLimit(.minutes(10))) struct AsynchronousWaitTests {
    private struct Key: Sendable {
        @TaskLocal static var value = "none"
    }

    @Test func firstUseByManyTasksMakesOneInstance() async throws {
        for _ in 0..<repetitions(200, debug: 50) {
            let made = Counter()
            let container = try container(service("jaguar", "Car", ["engine": ref("engine")])) {
                $0.register("engine") { _ in
                    let number = made.add()
                    await Task.yield()
                    return Engine(brand: "\(number)", cylinders: 4)
                }
            }
            let seen = try await withThrowingTaskGroup(of: Engine.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        number % 2 == 0
                            ? try await container.resolve(Engine.self)
                            : try await container.resolve("jaguar", as: Car.self).engine
                    }
                }
                return try await group.reduce(into: [Engine]()) { $0.append($1) }
            }
            #expect(made.value == 1)
            #expect(seen.count == 64)
            #expect(Set(seen.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func independentDependenciesAreBuiltConcurrently() async throws {
        let (first, second) = (AsyncGate(), AsyncGate())
        let container = try container(
            service("client", "Client", ["connection": ref("one"), "spare": ref("two")])
        ) {
            $0.register("one") { _ in
                first.open()
                try await second.wait()
                return try await Connection(name: "one", engine: nil, others: [])
            }
            $0.register("two") { _ in
                second.open()
                try await first.wait()
                return try await Connection(name: "two", engine: nil, others: [])
            }
        }
        #expect(try await container.resolve("client", as: Client.self).spare?.name == "two")
    }

    @Test func failedBuildFailsForAllWhoWaitAndTheNextResolveTriesAgain() async throws {
        let attempts = Counter()
        let gate = AsyncGate()
        let container = try container {
            $0.register("engine", file: "App.swift", line: 1) { _ in
                guard attempts.add() == 1 else { return Engine(brand: "second try", cylinders: 4) }
                try await gate.wait()
                throw Breakdown(reason: "attempt \(attempts.value)")
            }
        }
        let tasks = (0..<8).map { _ in
            Task { await message { try await container.resolve("engine", as: Engine.self) } }
        }
        try await until { gate.waiting == 1 }
        try await until { try container.waiters(of: "engine") == 8 }
        gate.open()
        var answers: Set<String?> = []
        for task in tasks { answers.insert(await task.value) }
        #expect(answers == ["App.swift:1: service \"engine\" could not be built: attempt 1"])
        #expect(try await container.resolve("engine", as: Engine.self).brand == "second try")
        #expect(attempts.value == 2)
    }

    @Test func cancellationEndsOnlyTheOwnWait() async throws {
        let gate = AsyncGate()
        let container = try container {
            $0.register("engine") { _ in
                try await gate.wait()
                return Engine(brand: "V8", cylinders: 8)
            }
        }
        let patient = Task { try await container.resolve("engine", as: Engine.self) }
        try await until { gate.waiting == 1 }
        let hasty = Task { try await container.resolve("engine", as: Engine.self) }
        try await until { try container.waiters(of: "engine") == 2 }
        hasty.cancel()
        let error = await #expect(throws: CancellationError.self) { try await hasty.value }
        #expect(error != nil)
        #expect(gate.waiting == 1)
        gate.open()
        #expect(try await patient.value.brand == "V8")
    }

    @Test func cancellationOfTheFirstTaskLeavesTheBuildToTheOthers() async throws {
        let gate = AsyncGate()
        let made = Counter()
        let container = try container(service("jaguar", "Car", ["engine": ref("engine")])) {
            $0.register("engine") { _ in
                made.add()
                try await gate.wait()
                return Engine(brand: "V8", cylinders: 8)
            }
        }
        let first = Task { try await container.resolve("jaguar", as: Car.self) }
        try await until { gate.waiting == 1 }
        let second = Task { try await container.resolve("engine", as: Engine.self) }
        try await until { try container.waiters(of: "engine") == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        #expect(try await second.value.brand == "V8")
        #expect(made.value == 1)
        #expect(try await container.resolve("jaguar", as: Car.self).engine === second.value)
    }

    @Test func lastCancellationCancelsTheBuild() async throws {
        let gate = AsyncGate()
        let made = Counter()
        let cancelled = Counter()
        let container = try container(service("jaguar", "Car", ["engine": ref("engine")])) {
            $0.register("engine") { _ in
                if made.add() > 1 { return Engine(brand: "later", cylinders: 1) }
                do { try await gate.wait() } catch {
                    cancelled.add()
                    throw error
                }
                return Engine(brand: "first", cylinders: 1)
            }
        }
        let tasks = (0..<4).map { number in
            Task {
                number == 0
                    ? try await container.resolve("engine", as: Engine.self)
                    : try await container.resolve("jaguar", as: Car.self).engine
            }
        }
        try await until { gate.waiting == 1 }
        try await until { try container.waiters(of: "jaguar") == 3 && container.waiters(of: "engine") == 2 }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        try await until { cancelled.value == 1 }
        #expect(try await container.resolve("engine", as: Engine.self).brand == "later")
        #expect(made.value == 2)
    }

    @Test func resolveAfterAnAbandonedBuildWaitsForItsEnd() async throws {
        let (begun, end) = (AsyncGate(), AsyncGate())
        let running = Counter()
        let most = Counter()
        let container = try container {
            $0.register("engine") { _ in
                if running.add() > 1 { most.add() }
                defer { running.add(-1) }
                begun.open()
                // Ignores its cancellation.
                await Task { try? await end.wait() }.value
                try Task.checkCancellation()
                return Engine(brand: "V8", cylinders: 8)
            }
        }
        let first = Task { try await container.resolve("engine", as: Engine.self) }
        try await begun.wait()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await container.resolve("engine", as: Engine.self) }
        try await until { try container.waiters(of: "engine") == 1 }
        end.open()
        #expect(try await second.value.brand == "V8")
        #expect(most.value == 0)
    }

    @Test func cycleOfRequestsIsAnError() async throws {
        for _ in 0..<repetitions(100, debug: 20) {
            let container = try container {
                for (own, other) in [("a", "b"), ("b", "c"), ("c", "a")] {
                    $0.register(own, file: "App.swift", line: 1) { resolver in
                        Car(engine: try await resolver.resolve(other, as: Car.self).engine, wheels: 1, trailer: nil)
                    }
                }
            }
            let errors = await withTaskGroup(of: String?.self) { group in
                for id in ["a", "b", "c"] {
                    group.addTask { await message { try await container.resolve(id, as: Car.self) } }
                }
                return await group.reduce(into: [String?]()) { $0.append($1) }
            }
            let cycles = ["a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c"].map { ids in
                "App.swift:1: service \"\(ids.prefix(1))\" depends on itself while it is built: \(ids)"
            }
            for error in errors { #expect(cycles.contains(error ?? ""), "\(error ?? "no error")") }
        }
    }

    @Test func cycleOfATransientServiceIsAnError() async throws {
        let container = try container {
            $0.register("a", scope: .transient, file: "App.swift", line: 1) { resolver in
                Car(engine: try await resolver.resolve("b", as: Car.self).engine, wheels: 1, trailer: nil)
            }
            $0.register("b", scope: .transient, file: "App.swift", line: 2) { resolver in
                Car(engine: try await resolver.resolve("a", as: Car.self).engine, wheels: 1, trailer: nil)
            }
        }
        #expect(
            await message { try await container.resolve("a", as: Car.self) }
                == "App.swift:1: service \"a\" depends on itself while it is built: a -> b -> a")
    }

    @Test func buildSeesNoTaskLocalValuesOfTheTasksThatWait() async throws {
        let container = try container(service("jaguar", "Car", ["engine": ref("engine")])) {
            $0.register("engine") { _ in
                await Task.yield()
                return Engine(brand: Key.value, cylinders: 1)
            }
            $0.register("passing", scope: .transient) { _ in
                await Task.yield()
                return Engine(brand: Key.value, cylinders: 1)
            }
        }
        try await Key.$value.withValue("waiter") { () async throws in
            #expect(try await container.resolve("jaguar", as: Car.self).engine.brand == "none")
            #expect(try await container.resolve("passing", as: Engine.self).brand == "waiter")
        }
    }

    @Test func waiterRaisesThePriorityOfTheBuild() async throws {
        let gate = AsyncGate()
        let container = try container {
            $0.register("engine") { _ in
                let before = Task.currentPriority
                try await gate.wait()
                return Engine(brand: "\(before == .background) \(Task.currentPriority == .high)", cylinders: 1)
            }
        }
        let low = Task.detached(priority: .background) { try await container.resolve("engine", as: Engine.self) }
        try await until { gate.waiting == 1 }
        let high = Task.detached(priority: .high) { try await container.resolve("engine", as: Engine.self) }
        try await until { try container.waiters(of: "engine") == 2 }
        gate.open()
        #expect(try await low.value.brand == "true true")
        #expect(try await high.value === low.value)
    }

    @Test func suppliedInstanceReplacesTheOneThatIsBeingBuilt() async throws {
        let gate = AsyncGate()
        let container = try container {
            $0.register("engine") { _ in
                try await gate.wait()
                return Engine(brand: "built", cylinders: 1)
            }
        }
        let task = Task { try await container.resolve("engine", as: Engine.self) }
        try await until { gate.waiting == 1 }
        try container.supply(Engine(brand: "supplied", cylinders: 1), for: "engine")
        #expect(try await container.resolve("engine", as: Engine.self).brand == "supplied")
        gate.open()
        #expect(try await task.value.brand == "supplied")
    }

    @Test func containerIsReleasedWithItsInstances() async throws {
        let alive = Counter()
        do {
            let container = try container(service("client", "Client", ["connection": ref("database")])) {
                $0.register("database") { _ in try await Connection(name: "db", engine: nil, others: []) }
                $0.register("probe") { resolver in
                    _ = try await resolver.resolve("database", as: Connection.self)
                    return Probe(alive: alive)
                }
            }
            #expect(try await container.resolve("probe", as: Probe.self).log.elements == [])
            #expect(try await container.resolve("client", as: Client.self).connection.name == "db")
            #expect(alive.value == 1)
        }
        try await until { alive.value == 0 }
    }
}
