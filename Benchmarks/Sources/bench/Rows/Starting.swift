import Foundation
import Moonwire

/// A part whose start takes a millisecond.
private final class SlowPart: Sendable {
    func connect() async throws { try await Task.sleep(for: .milliseconds(1)) }
}

/// Containers that have not been started, which are made when nothing is measured.
private final class FreshContainers {
    private var unused: [Container] = []
    private var taken = 0
    /// Kept until nothing is measured, because a start does not release its container.
    private var started: [Container] = []

    func take() throws -> Container {
        taken += 1
        let container = try unused.popLast() ?? make()
        started.append(container)
        return container
    }

    func refill() {
        started = []
        // A row whose containers cannot be made fails when it takes one.
        while unused.count < taken, let container = try? make() { unused.append(container) }
        taken = 0
    }

    private func make() throws -> Container {
        try Container(text: "", environment: .prod) { services in
            for number in 0..<partCount {
                services.register("part\(number)", lifecycle: Lifecycle(start: { try await $0.connect() })) { _ in
                    SlowPart()
                }
            }
        }
    }
}

private let partCount = 1000

/// The start of services that do not need each other, beside a task group that builds and connects the same parts.
func startingRows() throws -> [Row] {
    let containers = FreshContainers()
    return [
        Row(
            "start of 1,000 services, 1 ms each", bar: 1.2,
            ours: { operations in
                for _ in 0..<operations {
                    let container = try containers.take()
                    try waitFor { try await container.start() }
                }
            },
            baseline: { operations in
                for _ in 0..<operations {
                    try waitFor {
                        let parts = try await withThrowingTaskGroup(of: SlowPart.self) { group in
                            for _ in 0..<partCount {
                                group.addTask {
                                    let part = SlowPart()
                                    try await part.connect()
                                    return part
                                }
                            }
                            return try await group.reduce(into: []) { $0.append($1) }
                        }
                        precondition(parts.count == partCount)
                    }
                }
            },
            afterwards: { containers.refill() })
    ]
}
