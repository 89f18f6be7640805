import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// The runs of services that a checked reload rebuilds, and reloads by signals and watches.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CheckedRunTests {
    private static let run = #"run = true, stop = "close""#
    private static let ready = run + #", ready = "works""#
    /// Its own task holds the former instance, until the limit ends that.
    private static let drain = ready + #", reload = { "drain", limit = 0.05 }"#

    private func running(_ life: String) async throws -> Birds {
        let birds = try await Birds(Bird.service("lark", "high", of: nil, life))
        try await until { birds.aviary.lines.elements.contains("run lark high") }
        return birds
    }

    /// The lines of a bird with the new song, when the check has asked everything.
    private func asked(_ life: String) async throws -> (Birds, [String]) {
        let birds = try await running(life)
        let lines = Lock<[String]>([])
        try await birds.reload(
            Bird.service("lark", "deep", of: nil, life), .health.and { _ in lines.withLock { $0 = birds.lines } })
        return (birds, lines.withLock { $0 }.filter { $0.hasSuffix("deep") })
    }

    @Test func runWithoutReadyBeginsAfterTheCheck() async throws {
        let (birds, asked) = try await asked(Self.run)
        #expect(asked == ["build lark deep"])
        try await until { birds.lines.contains("run lark deep") }
        let closed = try #require(birds.lines.firstIndex(of: "close lark high"))
        #expect(closed < birds.lines.firstIndex(of: "run lark deep") ?? 0)
    }

    /// Both may use the same port.
    @Test func runBeginsWhenTheFormerOneHasEnded() async throws {
        let (birds, asked) = try await asked(Self.ready)
        #expect(asked == ["build lark deep"])
        // A service is asked beside its run, so that either line may be the first.
        try await until { Set(birds.lines).isSuperset(of: ["run lark deep", "ask lark deep"]) }
        let closed = try #require(birds.lines.firstIndex(of: "close lark high"))
        #expect(closed < birds.lines.firstIndex(of: "run lark deep") ?? 0)
    }

    @Test func runBeginsBesideAFormerOneThatDrains() async throws {
        let birds = try await running(Self.drain)
        // The check ends when the new one runs, beside which it is asked.
        try await birds.reload(
            Bird.service("lark", "deep", of: nil, Self.drain),
            .health.and { _ in try await until { birds.lines.contains("run lark deep") } })
        #expect(birds.lines.contains("ask lark deep"))
        try await until { birds.lines.contains("close lark high") }
        #expect(birds.lines.filter { $0 == "run lark deep" }.count == 1)
    }

    @Test func newServiceIsAskedWhetherItIsReady() async throws {
        let birds = try await Birds("")
        let refused = try await birds.refusal(
            Bird.service("lark", "hesitant", of: nil, Self.ready), .health(within: .seconds(1)))
        #expect(
            refused == """
                container.lua:1: service "lark" was not ready within 1.0 seconds, the time of the check of the reload
                    built for the check, and stopped again: lark
                """)
        #expect(
            Set(birds.lines) == [
                "build lark hesitant", "run lark hesitant", "ask lark hesitant", "close lark hesitant",
            ])
        try await until { birds.aviary.count == 0 }
    }

    /// Reloads with a check during which the run of a new service returns.
    private func reloadWhileRunReturns(_ birds: Birds, _ life: String) async throws {
        try birds.living.edit(Bird.service("lark", "short", of: nil, life))
        let steps = birds.container.lifecycleSteps()
        try await birds.container.reload(checking: .health) { _ in
            birds.aviary.gate.open()
            for await step in steps where step.phase == .runEnded { return }
        }
    }

    /// It is not in use, so that its end does not end the program.
    @Test func runThatEndsDuringTheCheckRefusesIt() async throws {
        let birds = try await Birds("")
        #expect(
            await refusal { try await reloadWhileRunReturns(birds, Self.ready) } == """
                container.lua:1: service "lark" ended during the check of the reload: its "run" returned
                    built for the check, and stopped again: lark
                """)
        #expect(birds.container.contains("lark") == false)
        try birds.living.reload("")
    }

    /// Its instance stays in use, as it would after the check.
    @Test func runThatMayReturnDoesNotRefuseTheReload() async throws {
        let birds = try await Birds("")
        try await reloadWhileRunReturns(birds, Self.ready + #", on_return = "ignore""#)
        #expect(try birds.song("lark") == "short")
        #expect(!birds.lines.contains("close lark short"))
        #expect(birds.container.diagnostics.entries.filter { $0.code == .runFailed } == [])
    }

    @Test func serviceThatNeedsALaterRunStartsLater() async throws {
        let birds = try await Birds("")
        let edited = Bird.service("lark", "high", of: nil, Self.run) + Bird.service("wren", "silent", of: "lark")
        try await birds.reload(edited)
        #expect(birds.container.contains("wren"))
        try await until { birds.lines.contains("start wren silent") }
    }

    @Test func watchChecks() async throws {
        let birds = try await Birds(Bird.service("lark", "high"))
        birds.container.reloadCheck = .health
        let watch = try birds.container.watch()
        defer { watch.cancel() }
        try birds.living.edit(Bird.service("lark", "ill"))
        try await until { birds.container.refusedReload != nil }
        #expect(try birds.song("lark") == "high")
        try birds.living.edit(Bird.service("lark", "deep"))
        try await until { try birds.song("lark") == "deep" }
        try await until { birds.container.reloadLog.last?.plan != nil }
        #expect(birds.container.reloadLog.map(\.source) == [.watch, .watch])
        #expect(birds.container.refusedReload == nil)
    }

    @Test func signalChecks() async throws {
        let birds = try await Birds(Bird.service("lark", "high"))
        let container = birds.container
        // One that no other test receives.
        let signal = UnixSignal(rawValue: SIGURG)
        container.reloadCheck = .health
        try birds.living.edit(Bird.service("lark", "ill"))
        try await container.run(gracefulShutdownSignals: [], reloadSignals: [signal]) {
            kill(getpid(), signal.rawValue)
            try await until { container.refusedReload != nil }
            #expect(try await container.resolve("lark", as: Bird.self).song == "high")
        }
        #expect(container.reloadLog.map(\.source) == [.signal])
    }
}
