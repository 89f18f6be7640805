import ModelFixtures
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// What a recording contains of builds that tasks await, and of waits for builds of others.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousRecordingTests {
    /// A recording whose clock advances by a millisecond each time it is read.
    private func recording(of container: Container) -> BuildRecording {
        let ticks = Counter()
        return container.recordBuilds { .milliseconds(ticks.add()) }
    }

    @Test func asynchronousBuildsAreRecordedWithTheirParents() async throws {
        let container = try container(
            service("client", "Client", ["connection": ref("database")]),
            service("database", "Connection", ["name": "db", "engine": ref("engine")]),
            service("engine", "Engine", ["brand": "V8"]))
        let recording = recording(of: container)
        _ = try await container.resolve("client", as: Client.self)
        let events = recording.finish().events
        #expect(events.map(\.path) == [["client"], ["client", "database"], ["client", "database", "engine"]])
        #expect(events.map(\.parent) == [nil, 0, 1])
        #expect(events.map(\.isAsynchronous) == [true, true, false])
        #expect(events.map(\.duration) == [.milliseconds(5), .milliseconds(3), .milliseconds(1)])
        #expect(events[0].thread == events[1].thread)
        #expect(events.allSatisfy { $0.kind == .build && $0.error == nil })
    }

    @Test func buildsAtTheSameTimeHaveNumbersOfTheirOwn() async throws {
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
        let recording = container.recordBuilds()
        _ = try await container.resolve("client", as: Client.self)
        let events = recording.finish().events
        #expect(Set(events.map(\.id)) == ["client", "one", "two"])
        #expect(events.map(\.parent) == [nil, 0, 0])
        #expect(Set(events.map(\.thread)) == [1, 2])
        #expect(events[1].thread != events[2].thread)
    }

    @Test func numberIsUsedAgainWhenItsBuildHasEnded() async throws {
        let container = try container { $0.register("engine") { _ async in Engine(brand: "V8", cylinders: 8) } }
        let recording = container.recordBuilds()
        for _ in 0..<3 {
            _ = try await container.resolve("engine", as: Engine.self)
            try container.reset("engine")
        }
        #expect(recording.finish().events.map(\.thread) == [1, 1, 1])
    }

    @Test func taskThatWaitsForTheBuildOfAnotherOneIsRecorded() async throws {
        let gate = AsyncGate()
        let container = try container(service("client", "Client", ["connection": ref("database")])) {
            $0.register("database") { _ in
                try await gate.wait()
                return try await Connection(name: "db", engine: nil, others: [])
            }
        }
        let recording = container.recordBuilds()
        async let first = container.resolve("database", as: Connection.self)
        try await until { try container.waiters(of: "database") == 1 }
        async let second = container.resolve("client", as: Client.self)
        try await until { try container.waiters(of: "database") == 2 }
        gate.open()
        _ = try await (first, second)
        let events = recording.finish().events
        #expect(events.map(\.kind) == [.build, .build, .wait])
        #expect(events.map(\.path) == [["database"], ["client"], ["client", "database"]])
        #expect(events.map(\.parent) == [nil, nil, 1])
        #expect(events[2].thread == events[1].thread)
        #expect(events.allSatisfy { $0.duration != nil })
    }

    @Test func threadThatWaitsForTheBuildOfAnotherOneIsRecorded() async throws {
        let (begun, gate) = (Gate(), Gate())
        var wiring = Wiring(service("car", "Car", ["engine": ref("engine")]))
        wiring.services.register("engine") { _ in
            begun.open()
            gate.wait()
            return Engine(brand: "Ingenium", cylinders: 4)
        }
        let container = try wiring.container()
        let recording = container.recordBuilds()
        let builder = TestThread { _ = try? container.build("engine") }
        begun.wait()
        let waiter = TestThread { _ = try? container.build("car") }
        try await until { recording.events.contains { $0.kind == .wait } }
        gate.open()
        builder.join()
        waiter.join()
        let events = recording.finish().events
        #expect(events.map(\.kind) == [.build, .build, .wait])
        #expect(events.map(\.path) == [["engine"], ["car"], ["car", "engine"]])
        #expect(events.map(\.parent) == [nil, nil, 1])
        #expect(events.map(\.thread) == [1, 2, 2])
        #expect(events.map(\.isAsynchronous) == [false, false, false])
    }

    @Test func failedAndCancelledBuildsAreRecordedWithTheirErrors() async throws {
        let gate = AsyncGate()
        let container = try container(service("client", "Client", ["connection": ref("broken")])) {
            $0.register("broken", file: "App.swift", line: 3) { _ async throws -> Connection in
                throw Breakdown(reason: "no host")
            }
            $0.register("slow") { _ in
                try await gate.wait()
                return try await Connection(name: "slow", engine: nil, others: [])
            }
        }
        let recording = container.recordBuilds()
        let error = await message { try await container.resolve("client", as: Client.self) }
        #expect(recording.events.map(\.error) == [error, error])
        #expect(error?.contains("no host") == true)
        let task = Task { _ = try await container.resolve("slow", as: Connection.self) }
        try await until { gate.waiting == 1 }
        task.cancel()
        try await until { recording.events.last?.error != nil }
        #expect(recording.finish().events.last?.error == "cancelled")
    }

    @Test func eachPartHasTheParentThatItsPathNames() async throws {
        var random = Seeded(state: 7)
        for _ in 0..<repetitions(40, debug: 10) {
            // Each service needs some of those before it; half of them are asynchronous.
            let needs = (0..<12).map { number in (0..<number).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            }
            let container = try container { services in
                for (number, needs) in needs.enumerated() {
                    let isSlow = number % 2 == 0
                    services.register("part\(number)") { resolver async throws -> Engine in
                        if isSlow { await Task.yield() }
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for need in needs {
                                group.addTask { _ = try await resolver.resolve("part\(need)", as: Engine.self) }
                            }
                            try await group.waitForAll()
                        }
                        return Engine(brand: "\(number)", cylinders: 4)
                    }
                }
            }
            let recording = container.recordBuilds()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 6..<12 {
                    group.addTask { _ = try await container.resolve("part\(number)", as: Engine.self) }
                }
                try await group.waitForAll()
            }
            check(recording.finish().events)
        }
    }

    /// Checks that the path of each event continues that of its parent, and that two events of one number overlap only if one is inside
    /// the other.
    private func check(_ events: [BuildTrace.Event]) {
        #expect(events.filter { $0.kind == .build }.count == Set(events.map(\.id)).count)
        func end(_ event: BuildTrace.Event) -> Duration { event.start + (event.duration ?? .seconds(1000)) }
        for (position, event) in events.enumerated() {
            #expect(event.duration != nil)
            if let parent = event.parent.map({ events[$0] }) {
                #expect(parent.path == Array(event.path.dropLast()))
                #expect(parent.start <= event.start)
            } else {
                #expect(event.path.count == 1)
            }
            for other in events[..<position] where other.thread == event.thread {
                // They begin in the order of their positions.
                #expect(end(other) <= event.start || end(event) <= end(other))
            }
        }
    }
}
