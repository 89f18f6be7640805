import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What happens while a reload is checked.
@Suite(.timeLimit(.minutes(5))) struct CheckedReloadOverlapTests {
    private static let high = Bird.service("lark", "high")

    /// A check that waits in the start, in the health, or in the question of the application.
    private enum Wait: String, CaseIterable {
        case start = "slow"
        case health = "hesitant"
        case probe = "deep"
    }

    private func check(_ birds: Birds) -> ReloadCheck {
        let gate = birds.aviary.gate
        return .health.and { plan in if !plan.replaced.isEmpty { try await gate.wait() } }
    }

    private func begin(_ wait: Wait, _ birds: Birds) async throws -> Task<ReloadPlan, any Error> {
        let check = check(birds)
        let text = Bird.service("lark", wait.rawValue)
        let task = Task { try await birds.reload(text, check) }
        try await until { birds.aviary.gate.waiting == 1 }
        return task
    }

    @Test(arguments: Wait.allCases) private func cancelledCheckLeavesNothing(_ wait: Wait) async throws {
        let birds = try await Birds(Self.high)
        let task = try await begin(wait, birds)
        try await until { birds.aviary.count == 2 }
        #expect(try birds.song("lark") == "high")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try birds.song("lark") == "high")
        try await until { birds.aviary.count == 1 }
        #expect(birds.lines.last == "close lark \(wait.rawValue)")
        #expect(birds.container.generations.map(\.number) == [1])
        #expect(
            birds.container.reloadLog.last?.error?.diagnostics.map(\.message)
                == ["the check of the reload was cancelled"])
    }

    @Test(arguments: Wait.allCases) private func shutdownCancelsACheck(_ wait: Wait) async throws {
        let birds = try await Birds(Self.high)
        let task = try await begin(wait, birds)
        #expect(await birds.container.shutdownGracefully() == [])
        #expect(
            await refusal { try await task.value }
                == "a service was requested after its container was shut down")
        #expect(birds.lines.suffix(2) == ["close lark \(wait.rawValue)", "close lark high"])
        try await until { birds.aviary.count == 0 }
        #expect(birds.container.generations.isEmpty)
    }

    /// The second one reads what the first one has adopted.
    @Test func twoChecksFollowEachOther() async throws {
        let birds = try await Birds(Self.high)
        let first = try await begin(.start, birds)
        let second = Task { try await birds.container.reload(checking: .health) }
        let third = Task { try await birds.container.reload(checking: .health) }
        try await until { birds.container.checkedReloadsWaiting == 2 }
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        birds.aviary.gate.open()
        #expect(try await first.value.replaced.map(\.id) == ["lark"])
        #expect(try await second.value.isEmpty)
        #expect(birds.container.reloadLog.count == 2)
        try await until { birds.aviary.count == 1 }
    }

    @Test func plainReloadOvertakesACheck() async throws {
        let birds = try await Birds(Self.high)
        let task = try await begin(.start, birds)
        try birds.living.reload(Bird.service("lark", "clear"))
        birds.aviary.gate.open()
        #expect(try await task.value.isEmpty)
        #expect(try birds.song("lark") == "clear")
        try await until { birds.aviary.count == 1 }
        #expect(birds.lines.filter { $0.contains("slow") }.last == "close lark slow")
    }

    @Test func supplyOvertakesACheck() async throws {
        let owl = #"service "owl" { type = "Bird", synthetic = true }"# + "\n"
        let birds = try await Birds("")
        func bird(_ song: String) throws -> Bird {
            try Bird(name: "owl", song: song, mate: nil, aviary: birds.aviary)
        }
        try birds.living.reload(owl + Bird.service("lark", "high", of: "owl"))
        try birds.container.supply(try bird("dark"), for: "owl")
        #expect(try birds.bird("lark").mate?.song == "dark")
        let check = check(birds)
        let task = Task { try await birds.reload(owl + Bird.service("lark", "deep", of: "owl"), check) }
        try await until { birds.aviary.gate.waiting == 1 }
        try birds.container.supply(try bird("bright"), for: "owl")
        birds.aviary.gate.open()
        _ = try await task.value
        #expect(try birds.bird("lark").mate?.song == "bright")
        #expect(try birds.bird("lark").song == "deep")
    }

    @Test func resetsThatOvertakeEachCheckRefuseIt() async throws {
        let birds = try await Birds(Self.high)
        let container = birds.container
        try birds.living.edit(Bird.service("lark", "deep"))
        let said = await refusal {
            try await container.reload(checking: .health) { _ in
                try await Task.detached { try container.reset("lark") }.value
            }
        }
        #expect(
            said == """
                other reloads, or instances that were supplied, took effect each of the 3 times that the reload was checked
                    reload again
                """)
        #expect(try birds.song("lark") == "high")
        try await until { birds.aviary.count == 1 }
    }

    @Test func stateIsHandedOverAfterTheCheck() async throws {
        let birds = try await Birds(Self.high)
        try await birds.reload(Bird.service("lark", "deep"))
        #expect(try birds.bird("lark").learned == "high")
        _ = try await birds.refusal(Bird.service("lark", "ill"))
        try await birds.reload(Bird.service("lark", "soft"))
        #expect(try birds.bird("lark").learned == "deep")
        try await until { birds.aviary.count == 1 }
    }

    /// No task finds what is not in use yet, and nothing of a refused reload is left.
    @Test func tasksThatResolveNeverSeeACandidate() async throws {
        let birds = try await Birds(Self.high + Bird.service("wren", "high", of: "lark"))
        let (container, aviary) = (birds.container, birds.aviary)
        let allowed = Lock<Set<String>>(["high"])
        let isDone = Lock(false)
        let seen = Collected<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    while !isDone.withLock({ $0 }) {
                        let wren = try await container.resolve("wren", as: Bird.self)
                        let song = wren.mate?.song ?? ""
                        if !allowed.withLock({ $0.contains(song) }) { seen.append(song) }
                        await Task.yield()
                    }
                }
            }
            for number in 0..<60 {
                let song = ["ill", "silent", "broken", "deep \(number)"][number % 4]
                try birds.living.edit(Bird.service("lark", song) + Bird.service("wren", "high", of: "lark"))
                _ = try? await container.reload(checking: .health) { _ in
                    _ = allowed.withLock { $0.insert(song) }
                }
            }
            isDone.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(seen.elements == [])
        #expect(try birds.bird("wren").mate?.song == "deep 59")
        try await until { container.generations.count == 1 }
        try await until { aviary.count == 2 }
        #expect(container.reloadLog.count == 60)
        await container.shutdownGracefully()
        try await until { aviary.count == 0 }
    }
}
