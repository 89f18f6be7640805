import Foundation
import Moonwire

/// What applications write by hand: an actor that keeps the task of each construction.
private actor TaskCache {
    private var tasks: [String: Task<any Sendable, any Error>] = [:]

    func resolve<T: Sendable>(
        _ id: String, as type: T.Type, _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T? {
        let task = tasks[id] ?? Task { try await make() }
        tasks[id] = task
        return try await task.value as? T
    }

    func forget(_ id: String) { tasks[id] = nil }
}

/// Waits for an asynchronous function; only the benchmark blocks a thread.
func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task.detached {
        do { try await body() } catch { outcome.error = error }
        outcome.isOver.signal()
    }
    outcome.isOver.wait()
    if let error = outcome.error { throw error }
}

private final class Outcome: @unchecked Sendable {  // The semaphore orders the accesses.
    let isOver = DispatchSemaphore(value: 0)
    var error: (any Error)?
}

/// Asynchronous services, beside an actor that caches tasks: one that exists, and the first use of one.
func asynchronousRows() throws -> [Row] {
    let container = try Container(text: "", environment: .prod) {
        $0.register("application.service") { _ async throws in Service() }
        // Nothing holds the instance, so each resolve builds one.
        $0.register("application.first", scope: .weak) { _ async throws in OtherService() }
    }
    let cache = TaskCache()
    return [
        Row(
            "asynchronous hit, by id", bar: 0.4,
            ours: { operations in
                try waitFor {
                    var sink = Sink()
                    for _ in 0..<operations {
                        sink.take(try await container.resolve("application.service", as: Service.self))
                    }
                }
            },
            baseline: { operations in
                try waitFor {
                    var sink = Sink()
                    for _ in 0..<operations {
                        if let service = try await cache.resolve("service", as: Service.self, { Service() }) {
                            sink.take(service)
                        }
                    }
                }
            }),
        Row(
            "asynchronous first use",
            ours: { operations in
                try waitFor {
                    for _ in 0..<operations {
                        _ = try await container.resolve("application.first", as: OtherService.self)
                    }
                }
            },
            baseline: { operations in
                try waitFor {
                    for _ in 0..<operations {
                        _ = try await cache.resolve("first", as: OtherService.self, { OtherService() })
                        await cache.forget("first")
                    }
                }
            }),
    ]
}
