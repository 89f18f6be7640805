import ModelFixtures
import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ContainerObserverTests {
    /// Writes what it receives; the span of a build is its path with those of the builds around it.
    private struct Writer: ContainerObserver {
        let lines = Collected<String>()

        func buildBegan(_ build: ObservedBuild, within outer: String?) -> String {
            let span = (outer.map { "\($0)/" } ?? "") + build.id
            lines.append("begin \(span) \(build.scope)\(build.isWait ? " wait" : "")")
            return span
        }

        func buildEnded(_ build: ObservedBuild, _ span: String, after duration: Duration, error: (any Error)?) {
            lines.append("end \(span)\(error == nil ? "" : " failed")")
        }
    }

    /// Implements nothing.
    private struct Silent: ContainerObserver {}

    @Test func buildsArePassedOnWithTheSpansAroundThem() throws {
        let container = try container(
            service("car", "Car", ["engine": ref("engine")]),
            service("engine", "Engine", ["brand": "V8"], scope: .transient))
        let writer = Writer()
        container.addObserver(writer)
        try container.build("car")
        try container.build("car")
        #expect(
            writer.lines.elements == [
                "begin car shared", "begin car/engine transient", "end car/engine", "end car",
            ])
    }

    @Test func asynchronousBuildsHaveTheSpansOfTheirPaths() async throws {
        let container = try container(
            service("client", "Client", ["connection": ref("database")]),
            service("database", "Connection", ["name": "db", "engine": ref("engine")]),
            service("engine", "Engine", ["brand": "V8"]))
        let writer = Writer()
        container.addObserver(writer)
        _ = try await container.resolve("client", as: Client.self)
        #expect(
            writer.lines.elements == [
                "begin client shared", "begin client/database shared", "begin client/database/engine shared",
                "end client/database/engine", "end client/database", "end client",
            ])
    }

    @Test func failuresHaveTheirErrors() throws {
        let container = try container(service("car", "Car", ["engine": ref("engine")])) {
            $0.register("engine") { _ -> Engine in throw Breakdown(reason: "no oil") }
        }
        let writer = Writer()
        container.addObserver(writer)
        _ = message { try container.build("car") }
        #expect(
            writer.lines.elements == [
                "begin car shared", "begin car/engine shared", "end car/engine failed", "end car failed",
            ])
    }

    @Test func waitsArePassedOn() async throws {
        let gate = AsyncGate()
        let container = try container {
            $0.register("database") { _ in
                try await gate.wait()
                return try await Connection(name: "db", engine: nil, others: [])
            }
        }
        let writer = Writer()
        container.addObserver(writer)
        async let first = container.resolve("database", as: Connection.self)
        try await until { try container.waiters(of: "database") == 1 }
        async let second = container.resolve("database", as: Connection.self)
        try await until { try container.waiters(of: "database") == 2 }
        gate.open()
        _ = try await (first, second)
        let lines = writer.lines.elements
        #expect(lines.prefix(2) == ["begin database shared", "begin database shared wait"])
        #expect(lines.count == 4)
    }

    @Test func observersOfOneContainerDoNotDisturbEachOther() throws {
        let container = try container(service("engine", "Engine", ["brand": "V8"], scope: .transient))
        let (one, other) = (Writer(), Writer())
        container.addObserver(one)
        container.addObserver(Silent())
        try container.build("engine")
        container.addObserver(other)
        try container.build("engine")
        #expect(one.lines.elements.count == 4)
        #expect(other.lines.elements.count == 2)
    }

    @Test func observerMayResolve() throws {
        struct Curious: ContainerObserver {
            let seen: Collected<String>
            let resolve: @Sendable () throws -> String

            func buildEnded(_ build: ObservedBuild, _ span: Void, after duration: Duration, error: (any Error)?) {
                if build.id == "car" { seen.append((try? resolve()) ?? "nothing") }
            }
        }
        let container = try container(
            service("car", "Car", ["engine": ref("engine")]), service("engine", "Engine", ["brand": "V8"]))
        let seen = Collected<String>()
        container.addObserver(
            Curious(seen: seen) { [weak container] in
                try container?.resolve("engine", as: Engine.self).brand ?? "released"
            })
        try container.build("car")
        #expect(seen.elements == ["V8"])
    }

    @Test func observerIsReleasedWithTheContainer() async throws {
        final class Mark: ContainerObserver {}
        weak var released: Mark?
        do {
            let container = try container(service("engine", "Engine", ["brand": "V8"]))
            let mark = Mark()
            released = mark
            container.addObserver(mark)
            try container.build("engine")
            #expect(released != nil)
        }
        try await until { released == nil }
    }
}
