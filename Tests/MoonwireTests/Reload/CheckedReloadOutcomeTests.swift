import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What is left of a checked reload: its record, its settings, and what a watch does after it.
@Suite(.timeLimit(.minutes(5))) struct CheckedReloadOutcomeTests {
    private static let high = Bird.service("lark", "high")
    private static let deep = Bird.service("lark", "deep")

    /// Another reload takes effect during the check, which then fails.
    private func reloadOvertaken(_ birds: Birds, thenThrowing error: any Error) async throws -> ReloadPlan {
        try birds.living.edit(Self.deep)
        let container = birds.container
        return try await container.reload(checking: .health) { plan in
            if plan.isEmpty { return }
            _ = try await Task.detached { try container.reload() }.value
            throw error
        }
    }

    @Test func failedCheckOfAFormerWiringIsRepeated() async throws {
        let birds = try await Birds(Self.high)
        #expect(try await reloadOvertaken(birds, thenThrowing: Bird.Silence()).isEmpty)
        #expect(try birds.song("lark") == "deep")
        #expect(birds.container.refusedReload == nil)
        #expect(birds.container.reloadLog.map { $0.error == nil } == [true, true])
    }

    @Test func cancelledCheckDoesNotHideALaterReload() async throws {
        let birds = try await Birds(Self.high)
        await #expect(throws: CancellationError.self) {
            _ = try await reloadOvertaken(birds, thenThrowing: CancellationError())
        }
        #expect(try birds.song("lark") == "deep")
        #expect(birds.container.refusedReload == nil)
        #expect(birds.container.reloadLog.map { $0.error == nil } == [true, false])
    }

    /// No other reload takes effect before they have run.
    @Test func reloadedHooksArePartOfTheReload() async throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let said = Collected<String>()
        let living = try Living(WatchScene.wiring("Leeds")) { services in
            services.addHook(.reloaded) { _, _ in
                let living = late.withLock { $0 }
                said.append(message { _ = try living?.container.reload() })
            }
        }
        late.withLock { $0 = living }
        try living.edit(WatchScene.wiring("York"))
        try await living.container.reload(checking: .health)
        #expect(said.elements.count == 1)
        #expect(said.elements.allSatisfy { $0.hasPrefix("`reload` was called by code that runs as part of a reload") })
    }

    @Test func parameterThatACheckSetsStaysSet() async throws {
        func text(_ song: String) -> String { "parameters { level = 1 }\n" + Bird.service("lark", song) }
        let birds = try await Birds(text("high"))
        let container = birds.container
        try birds.living.edit(text("deep"))
        try await container.reload(checking: .health) { _ in
            try container.setParameter("level", to: 5)
            let level = try container.parameter("level", as: Int.self)
            let elsewhere = try await Task.detached { try container.parameter("level", as: Int.self) }.value
            #expect((level, elsewhere) == (5, 1))
        }
        #expect(try container.parameter("level", as: Int.self) == 5)
        try birds.living.reload(text("clear"))
        #expect(try container.parameter("level", as: Int.self) == 5)
        try birds.living.edit(text("soft"))
        let said = await refusal {
            try await container.reload(checking: .health) { _ in
                try container.setParameter("level", to: 7)
                throw Bird.Silence()
            }
        }
        #expect(said.hasPrefix("the check of the reload failed"))
        try container.reload()
        #expect(try container.parameter("level", as: Int.self) == 5)
    }

    // MARK: - Watches

    /// Tells of nothing, and ends when the watch waits for the next edit.
    private final class Silence: FileEvents {
        let interval: Duration? = nil
        let limits = Collected<Duration?>()
        /// The number of times that it was asked whether files change while they are read.
        let reads = Counter()
        /// Whether what the watch waits for has happened.
        let isOver: @Sendable () -> Bool

        init(until isOver: @escaping @Sendable () -> Bool = { true }) { self.isOver = isOver }

        func follow(_ paths: Set<WatchedPath>) -> WatchObstacle? { nil }

        func wait(atMost limit: Duration?) -> FileEvent {
            if limit == .zero {
                reads.add()
                return .quiet
            }
            limits.append(limit)
            return isOver() ? .cancelled : .quiet
        }

        func cancel() {}
    }

    /// It has another check, or none.
    @Test func watchDoesNotTryWhatACheckHasRefused() async throws {
        let birds = try await Birds(Self.high)
        try birds.living.edit(Self.deep)
        let refused = await refusal {
            try await birds.container.reload(checking: .health) { _ in throw Bird.Silence() }
        }
        #expect(refused.hasPrefix("the check of the reload failed"))
        #expect(birds.container.refusedReload?.cause == .application)
        let events = Silence()
        Watcher(container: birds.container, events: events).run()
        #expect(events.limits.elements == [nil])
    }

    @Test func watchTriesWhatAHookHasRefused() async throws {
        let hook = #"hook.reloading(function() return false, "not today" end)"#
        let birds = try await Birds(Self.high + hook)
        try birds.living.edit(Self.deep + hook)
        #expect(await refusal { try birds.container.reload() } != "")
        let events = Silence()
        Watcher(container: birds.container, events: events).run()
        #expect(events.limits.elements.count == 1)
        #expect(events.limits.elements.first != .some(nil))
    }

    /// Files may be written while a check is in progress.
    @Test func watchReadsAgainWithCareAfterOthers() async throws {
        let birds = try await Birds(Self.high)
        let container = birds.container
        let checks = Counter()
        container.reloadCheck = .health.and { _ in
            if checks.add() == 1 { try await Task.detached { try container.reset("lark") }.value }
        }
        try birds.living.edit(Self.deep)
        let events = Silence { !container.reloadLog.isEmpty }
        let watcher = Watcher(container: container, events: events, settle: .milliseconds(1))
        let isOver = Lock(false)
        Thread.detachNewThread {
            watcher.run()
            isOver.withLock { $0 = true }
        }
        try await until { isOver.withLock { $0 } }
        #expect(try birds.song("lark") == "deep")
        #expect(checks.value == 2)
        #expect(events.reads.value == 2)
    }
}
