import Moonwire
import TestSupport
import Testing

/// The runs of instances that the application supplies for services with a definition.
@Suite(.timeLimit(.minutes(5))) struct SuppliedRunTests {
    /// A container in which service "a" is supplied and runs, beside the given services.
    private func living(_ others: String = "") async throws -> (living: Living, first: Worker) {
        let living = try Living(workers: Worker.service("a") + others)
        let first = Worker(name: "first", log: Station.Log(living.log))
        try living.container.supply(first, for: "a")
        return (living, first)
    }

    private func second(_ living: Living) -> Worker { Worker(name: "second", log: Station.Log(living.log)) }

    @Test func runOfAReplacedInstanceIsCancelled() async throws {
        let (living, first) = try await living()
        try await living.container.start()
        try await until { first.waiting == 1 }
        let second = second(living)
        try living.container.supply(second, for: "a")
        try await until { second.waiting == 1 && living.done.contains("cancelled first") }
        await living.container.shutdownGracefully()
        try await until { living.done.contains("cancelled second") }
        #expect(living.found == [])
    }

    /// The second one has perhaps not been started when the first one returns.
    @Test func instanceThatIsSuppliedAgainRunsAgain() async throws {
        let (living, first) = try await living()
        try await living.container.start()
        try await until { first.waiting == 1 }
        try living.container.supply(second(living), for: "a")
        try living.container.supply(first, for: "a")
        try await living.container.start()
        try await until { living.done.filter { $0 == "run first" }.count == 2 && first.waiting == 1 }
        await living.container.shutdownGracefully()
        try await until { first.waiting == 0 }
    }

    /// A `supply` during a start releases the replaced instance after it, and that one is in use again.
    @Test func instanceThatIsSuppliedAgainDuringAStartIsNotCancelled() async throws {
        let (living, first) = try await living(Worker.service("b", #"run = true, ready = "isReady""#))
        try living.worker("b").becomeReady()
        try await living.container.start()
        try await until { first.waiting == 1 }
        try living.container.reset("b")
        let other = try await living.awaitRun(of: "b")
        try living.container.supply(second(living), for: "a")
        try living.container.supply(first, for: "a")
        other.becomeReady()
        try await living.container.start()
        try await until { living.container.generations.map(\.otherHolders) == [0] }
        #expect(first.waiting == 1)
        #expect(living.done.filter { $0.hasSuffix("first") } == ["run first"])
        await living.container.shutdownGracefully()
        try await until { first.waiting == 0 }
    }
}
