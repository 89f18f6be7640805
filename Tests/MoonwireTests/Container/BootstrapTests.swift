import Dispatch
import Moonwire
import Testing

/// The container of the process, which each test sets in a process of its own.
@Suite struct BootstrapTests {
    @Test func slotsOfAnyThreadAskIt() async throws {
        await #expect(processExitsWith: .success) {
            let container = try wire(#"service "v8" { type = "Engine", args = { brand = "v8" } }"#)
            precondition(Container.current == nil)
            try Container.bootstrap(container)
            precondition(Container.current === container)
            precondition(Cockpit().engine.brand == "v8" && Gauges().engine.brand == "v8")
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    precondition(Cockpit().engine.brand == "v8")
                    continuation.resume()
                }
            }
            await Task.detached { precondition(Gauges().engine.brand == "v8") }.value
        }
    }

    @Test func otherContainersTakePrecedence() async throws {
        await #expect(processExitsWith: .success) {
            let container = try wire(#"service "v8" { type = "Engine", args = { brand = "v8" } }"#)
            let other = try wire(
                """
                service "v6" { type = "Engine", args = { brand = "v6" } }
                service "board" { type = "Dashboard", scope = "transient" }
                """)
            try Container.bootstrap(container)
            withContainer(other) { precondition(Cockpit().engine.brand == "v6" && Container.current === other) }
            let built = try other.resolve("board", as: Dashboard.self)
            precondition(built.engine.brand == "v6")
            let empty = try wire("")
            withContainer(empty) {
                precondition(message { _ = try Cockpit().$engine.get() }.contains("no service provides Engine"))
            }
            precondition(Container.current === container)
        }
    }

    @Test func secondOneIsRefused() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let container = try wire(#"service "v8" { type = "Engine", args = { brand = "v8" } }"#)
            try Container.bootstrap(container, file: "App/main.swift", line: 7)
            for other in [container, try wire("")] {
                print(message { try Container.bootstrap(other, file: "App/Other.swift", line: 3) })
            }
            precondition(Container.current === container)
        }
        let expected = """
            App/Other.swift:3: the process has a container already
                it was set at App/main.swift:7; `withContainer` makes another one current for a task

            """
        let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(text.contains(expected + expected), "\(text)")
    }

    /// The process keeps it, and slots say that it has been shut down.
    @Test func slotsSayThatItHasEnded() async throws {
        await #expect(processExitsWith: .success) {
            let container = try wire(#"service "v8" { type = "Engine", args = { brand = "v8" } }"#)
            try Container.bootstrap(container)
            _ = await container.shutdownGracefully()
            precondition(!message { _ = try Cockpit().$engine.get() }.isEmpty)
        }
    }

    /// Of many at once, one succeeds.
    @Test func manyThreadsSetOne() async throws {
        await #expect(processExitsWith: .success) {
            let containers = try (0..<8).map { _ in try wire("") }
            let winners = await withTaskGroup(of: Int?.self) { group in
                for (number, container) in containers.enumerated() {
                    group.addTask { (try? Container.bootstrap(container)) == nil ? nil : number }
                }
                var winners: [Int] = []
                for await winner in group { if let winner { winners.append(winner) } }
                return winners
            }
            precondition(winners.count == 1 && Container.current === containers[winners[0]])
        }
    }
}

/// An owner that the application makes.
private final class Cockpit {
    @Injected var engine: Engine
}

private struct Gauges {
    @Injected var engine: Engine
}
