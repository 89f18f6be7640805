import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// `await scope.resolve(…)` builds asynchronous services inside an open scope.
@Suite(.timeLimit(.minutes(5))) struct AsynchronousScopeTests {
    private final class Ticket: Sendable {
        let number: Int
        let station: Station?

        init(_ number: Int, _ station: Station? = nil) {
            self.number = number
            self.station = station
        }
    }

    /// Not `Sendable`.
    private final class Draft {
        let ticket: Ticket

        init(_ ticket: Ticket) { self.ticket = ticket }
    }

    private static let script = """
        scopes { "job" }
        service "work" { type = "Station", args = { name = "work", log = ref "log" }, scope = "job", stop = "close" }
        """

    /// Asynchronous services in the scope; `begin` runs at the begin of each build.
    private func living(_ begin: @escaping @Sendable (Int) async throws -> Void = { _ in }) throws -> Living {
        let builds = Counter()
        return try Living(Self.script) { services in
            services.register("ticket", scope: .named("job"), tags: ["papers"]) { resolver in
                let number = builds.add()
                try await begin(number)
                return Ticket(number, try await resolver.resolve("work"))
            }
            services.register("draft", scope: .transient) { resolver in
                Draft(try await resolver.resolve("ticket", as: Ticket.self))
            }
        }
    }

    @Test func everyFormResolvesInsideTheScope() async throws {
        let living = try living()
        let (one, other) = (try living.container.openScope("job"), try living.container.openScope("job"))
        let ticket = try await one.resolve("ticket", as: Ticket.self)
        #expect(ticket.number == 1)
        #expect(try await one.resolve(ServiceKey<Ticket>("ticket")) === ticket)
        #expect(try await one.resolve(Ticket.self) === ticket)
        #expect(try await one.tagged("papers", as: Ticket.self).map(\.number) == [1])
        #expect(try await one.resolve("draft", as: Draft.self).ticket === ticket)
        #expect(try await one.resolve(ServiceKey<Draft>("draft")).ticket === ticket)
        #expect(try await one.resolve(Draft.self).ticket === ticket)
        #expect(try await one.resolve("work", as: Station.self) === ticket.station)
        #expect(try await other.tagged("papers", as: Ticket.self).map(\.number) == [2])
        await #expect(throws: ContainerError.self) { try await living.container.resolve("ticket", as: Ticket.self) }
    }

    @Test func argumentsAreThoseOfTheBuildInsideTheScope() async throws {
        let living = try Living(
            """
            scopes { "job" }
            service "pass" { type = "Cable", args = { name = argument "holder" }, scope = "transient" }
            """, types: [Cable.self])
        let scope = try living.container.openScope("job")
        #expect(try await scope.resolve("pass", as: Cable.self, arguments: ["holder": "a"]).name == "a")
        #expect(try await scope.resolve(ServiceKey<Cable>("pass"), arguments: ["holder": "b"]).name == "b")
        #expect(try await scope.resolve(Cable.self, arguments: ["holder": "c"]).name == "c")
        let error = await #expect(throws: ContainerError.self) {
            try await scope.resolve("pass", as: Cable.self, arguments: ["hodler": "a"])
        }
        #expect(error?.description.contains("holder") == true)
    }

    @Test func tasksAwaitOneBuild() async throws {
        let gate = AsyncGate()
        let living = try living { _ in try await gate.wait() }
        let scope = try living.container.openScope("job")
        let tasks = (0..<16).map { _ in Task { try await scope.resolve("ticket", as: Ticket.self) } }
        try await until { gate.waiting == 1 }
        gate.open()
        var numbers: Set<Int> = []
        for task in tasks { numbers.insert(try await task.value.number) }
        #expect(numbers == [1])
    }

    /// What is built for nobody is not needed, and the next task builds it again.
    @Test func cancellationOfTheLastWaiterCancelsTheBuild() async throws {
        let gate = AsyncGate()
        let living = try living { number in if number == 1 { try await gate.wait() } }
        let scope = try living.container.openScope("job")
        let task = Task { try await scope.resolve("ticket", as: Ticket.self) }
        try await until { gate.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await scope.resolve("ticket", as: Ticket.self).number == 2)
    }

    /// The scope ends when the build does, and stops what was built inside.
    @Test func scopeThatIsClosedDuringABuildEndsAfterIt() async throws {
        let gate = AsyncGate()
        let living = try living { _ in try await gate.wait() }
        let scope = try living.container.openScope("job")
        let work = try await scope.resolve("work", as: Station.self)
        let task = Task { try await scope.resolve("ticket", as: Ticket.self) }
        try await until { gate.waiting == 1 }
        scope.close()
        #expect(living.log.elements == [])
        let error = await #expect(throws: ContainerError.self) { try await scope.resolve("ticket", as: Ticket.self) }
        #expect(
            error?.description == "service \"ticket\" was requested from scope \"job\", which has been closed")
        gate.open()
        #expect(try await task.value.station === work)
        try await until { living.log.elements == ["close work"] }
        try await until { living.container.generations.map(\.otherHolders) == [0] }
    }

    /// The scope keeps its generation.
    @Test func reloadDuringABuildDoesNotMatter() async throws {
        let gate = AsyncGate()
        let living = try living { _ in try await gate.wait() }
        let scope = try living.container.openScope("job")
        let task = Task { try await scope.resolve("ticket", as: Ticket.self) }
        try await until { gate.waiting == 1 }
        try living.reload(Self.script.replacing(#"name = "work""#, with: #"name = "new""#))
        gate.open()
        #expect(try await task.value.station?.name == "work")
        let later = try living.container.openScope("job")
        #expect(try await later.resolve("ticket", as: Ticket.self).station?.name == "new")
    }

    /// The factory belongs to another scope, or to none.
    @Test(arguments: [false, true]) func askedScopeCountsInsideAFactory(ofAnotherScope: Bool) async throws {
        let asked = Lock<ContainerScope?>(nil)
        defer { asked.withLock { $0 = nil } }
        let builds = Counter()
        let living = try Living(Self.script) { services in
            services.register("ticket", scope: .named("job")) { _ in
                await Task.yield()
                return Ticket(builds.add())
            }
            services.register("copy", scope: ofAnotherScope ? .named("job") : .shared) { _ in
                await Task.yield()
                let scope = try #require(asked.withLock { $0 })
                let ticket = try await scope.resolve("ticket", as: Ticket.self)
                return Ticket(ticket.number, try await scope.resolve("work", as: Station.self))
            }
        }
        let scope = try living.container.openScope("job")
        asked.withLock { $0 = scope }
        let ticket = try await scope.resolve("ticket", as: Ticket.self)
        let container = living.container
        let copy = try await container.withScope("job") { try await container.resolve("copy", as: Ticket.self) }
        #expect(copy.number == ticket.number)
        #expect(copy.station?.name == "work")
    }

    /// A scope of this task does not matter to one that is asked by name.
    @Test func askedScopeCountsInsideAnother() async throws {
        let living = try living()
        let asked = try living.container.openScope("job")
        let ticket = try await asked.resolve("ticket", as: Ticket.self)
        let container = living.container
        try await container.withScope("job") {
            let own = try await container.resolve("ticket", as: Ticket.self)
            #expect(own !== ticket)
            #expect(try await asked.resolve("ticket", as: Ticket.self) === ticket)
        }
    }
}
