import Moonwire
import Testing

private actor Pool: Exposed {
    private var isConnected = false

    init(size: Int) {}

    func connect() throws { isConnected = true }
    func ping() -> Bool { isConnected }
    func close() { isConnected = false }

    static let exposure = Exposure(Pool.self) {
        Initializer("size") { (size: Int) in Pool(size: size) }
        Method("connect") { try await $0.connect() }
        Method("ping") { await $0.ping() }
        Method("close") { await $0.close() }
    }
}

private final class Cache: Exposed, Sendable {
    static let exposure = Exposure(Cache.self) {
        Initializer("pool") { (_: Pool) in Cache() }
    }
}

private final class Queue: Exposed, Sendable {
    static let exposure = Exposure(Queue.self) {
        Initializer("pool") { (_: Pool) in Queue() }
        Method("subscribe", "topic") { (_: Queue, _: String) in }
        Property("length", get: { _ in 3 })
    }
}

private final class JobQueue: Exposed, Sendable {
    func run() async throws { try await Task.sleep(for: .seconds(600)) }

    static let exposure = Exposure(JobQueue.self) {
        Initializer(ExposedArgument("pool", default: nil)) { (_: Pool?) in JobQueue() }
        Method("run") { try await $0.run() }
        Method("isRunning") { (_: JobQueue) in true }
    }
}

private actor Server: Exposed {
    private var requests = 0

    func serve() async throws {
        while requests < 3 {
            try await Task.sleep(for: .milliseconds(1))
            requests += 1
        }
    }

    func close() { requests = .max }

    static let exposure = Exposure(Server.self) {
        Initializer("jobs") { (_: JobQueue) in Server() }
        Method("serve") { try await $0.serve() }
        Method("close") { await $0.close() }
    }
}

@Suite(.timeLimit(.minutes(5))) struct LifecycleGuideTests {
    private let container: Container

    init() throws {
        container = try Container(
            text: #"""
                service "pool" {
                    type = "Pool", args = { size = 8 },
                    start = "connect", health = "ping", stop = "close",        -- methods without arguments, which may be asynchronous
                }
                service "cache" { type = "Cache", args = { pool = ref.pool }, eager = true }
                service "queue" {
                    type = "Queue", args = { pool = ref.pool },
                    start = function(queue) queue:subscribe("orders") end,     -- or functions, which receive the instance and `c`
                    health = function(queue) return queue.length < 100, "too many entries wait" end,
                }
                """#, types: [Pool.self, Cache.self, Queue.self], environment: .test
        ) { $0.register("server") { _ in Server() } }
    }

    @Test func startHealthAndEnd() async throws {
        try await container.start()
        let report = try await container.health(within: .seconds(2))
        for service in report.services { print(service) }
        // A busy machine may need longer.
        #expect(try await container.health(within: .seconds(600)).isHealthy)
        #expect(report.services.map(\.id) == ["pool", "queue"])
        let faults = await container.shutdownGracefully(within: .seconds(10))
        #expect(faults == [])
    }

    @Test func registrations() async throws {
        let container = try Container(text: "", environment: .test) { services in
            services.register(
                "pool",
                lifecycle: Lifecycle(
                    start: { try await $0.connect() }, health: { await $0.ping() }, stop: { await $0.close() })
            ) { _ in Pool(size: 8) }
        }
        try await container.start()
        #expect(try await container.health().isHealthy)
        let pool = try await container.resolve("pool", as: Pool.self)
        await container.shutdownGracefully()
        #expect(await !pool.ping())
    }

    @Test func servicesThatRun() async throws {
        let container = try Container(
            text: #"""
                service "pool" { type = "Pool", args = { size = 8 } }
                service "cache" { type = "Cache", args = { pool = ref.pool }, eager = true }
                service "jobs" {
                    type = "JobQueue", args = { pool = ref.pool },
                    run = true, ready = "isRunning", on_failure = "restart",
                }
                service "server" { type = "Server", args = { jobs = ref.jobs }, run = "serve", after = { "cache" }, stop = "close" }
                """#, types: [Pool.self, Cache.self, JobQueue.self, Server.self], environment: .test)
        // The server returns after three requests, which ends the program.
        try await container.run(gracefulShutdownSignals: [.sigterm, .sigint], reloadSignals: [.sighup])
        #expect(container.diagnostics.entries == [])
    }

    @Test func registrationsThatRun() async throws {
        let container = try Container(text: "", environment: .test) { services in
            services.register("jobs", lifecycle: Lifecycle(run: .init(onFailure: .restart) { try await $0.run() })) {
                _ in
                JobQueue()
            }
        }
        try await container.start()
        #expect(await container.shutdownGracefully() == [])
    }

    @Test func program() async throws {
        let container = container
        try await container.run(gracefulShutdownSignals: [.sigterm, .sigint], reloadSignals: [.sighup]) {
            try await container.resolve("server", as: Server.self).serve()
        }
    }
}
