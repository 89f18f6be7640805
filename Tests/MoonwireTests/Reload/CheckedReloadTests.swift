import Moonwire
import TestSupport
import Testing

/// A reload starts what it rebuilds, asks it, and takes effect only if it works.
@Suite(.timeLimit(.minutes(5))) struct CheckedReloadTests {
    private static let pair = Bird.service("lark", "high") + Bird.service("wren", "low", of: "lark")

    @Test func whatWorksIsAdopted() async throws {
        let birds = try await Birds(Self.pair)
        let lark = try birds.bird("lark")
        let plan = try await birds.reload(Bird.service("lark", "high") + Bird.service("wren", "deep", of: "lark"))
        #expect(plan.replaced.map(\.id) == ["wren"])
        #expect(try birds.bird("lark") === lark)
        #expect(try birds.song("wren") == "deep")
        try await until { birds.lines.count == 4 }
        #expect(birds.lines == ["build wren deep", "start wren deep", "ask wren deep", "close wren low"])
        #expect(birds.container.refusedReload == nil)
    }

    @Test func startThatFailsLeavesTheFormerGeneration() async throws {
        let birds = try await Birds(Self.pair)
        let wren = try birds.bird("wren")
        let edited = Bird.service("lark", "shrill") + Bird.service("wren", "silent", of: "lark")
        let said = try await birds.refusal(edited)
        #expect(
            said == """
                container.lua:2: service "wren" could not be started: it does not sing
                    built for the check, and stopped again: wren, lark
                """)
        #expect(try birds.bird("wren") === wren)
        #expect(try birds.song("lark") == "high")
        #expect(
            birds.lines == [
                "build lark shrill", "start lark shrill", "build wren silent", "start wren silent", "close wren silent",
                "close lark shrill",
            ])
        #expect(birds.container.generations.map(\.number) == [1])
        try await until { birds.aviary.count == 2 }
        #expect(birds.container.refusedReload?.cause == .application)
    }

    @Test func initializerThatThrowsLeavesTheFormerGeneration() async throws {
        let birds = try await Birds(Self.pair)
        let edited = Bird.service("lark", "high") + Bird.service("wren", "broken", of: "lark")
        #expect(
            try await birds.refusal(edited)
                == #"container.lua:2: service "wren" could not be built: it does not sing"#)
        #expect(try birds.song("wren") == "low")
        try await until { birds.aviary.count == 2 }
    }

    @Test func healthThatFailsLeavesTheFormerGeneration() async throws {
        let birds = try await Birds(Self.pair)
        let edited = Bird.service("lark", "high") + Bird.service("wren", "ill", of: "lark")
        #expect(
            try await birds.refusal(edited) == """
                container.lua:2: service "wren" is not healthy, as its "health" returned false
                    built for the check, and stopped again: wren
                """)
        #expect(try birds.song("wren") == "low")
        try await until { birds.aviary.count == 2 }
    }

    /// Nothing starts it, but it is in use.
    @Test func replacedServiceInUseIsAskedToo() async throws {
        let lazy = #"health = "works""#
        let birds = try await Birds(Bird.service("lark", "high", lazy) + Bird.service("owl", "dark", lazy))
        _ = try birds.bird("lark")
        let edited = Bird.service("lark", "ill", lazy) + Bird.service("owl", "ill", lazy)
        let said = try await birds.refusal(edited)
        #expect(said == #"container.lua:1: service "lark" is not healthy, as its "health" returned false"#)
        #expect(birds.lines == ["build lark high", "build lark ill", "ask lark ill"])
        try await until { birds.aviary.count == 1 }
    }

    @Test func containerThatHasNotStartedStartsNothing() async throws {
        let birds = try await Birds(Self.pair, starts: false)
        try await birds.reload(Bird.service("lark", "silent") + Bird.service("wren", "low", of: "lark"))
        #expect(birds.lines == ["build lark silent", "build wren low"])
        #expect(
            try await birds.refusal(Bird.service("lark", "broken"))
                == #"container.lua:1: service "lark" could not be built: it does not sing"#)
        #expect(try birds.song("lark") == "silent")
    }

    @Test func checkEndsAfterItsTime() async throws {
        let birds = try await Birds(Bird.service("lark", "high"))
        #expect(
            try await birds.refusal(Bird.service("lark", "slow"), .health(within: .seconds(1))) == """
                container.lua:1: service "lark" was not ready within 1.0 seconds, the time of the check of the reload
                    built for the check, and stopped again: lark
                """)
        #expect(try birds.song("lark") == "high")
        try await until { birds.aviary.count == 1 }
    }

    @Test func applicationAsksTheCandidate() async throws {
        let birds = try await Birds(Self.pair)
        try birds.living.edit(Bird.service("lark", "clear") + Bird.service("wren", "low", of: "lark"))
        let container = birds.container
        try await container.reload(checking: .health) { plan in
            #expect(plan.replaced.map(\.id) == ["wren", "lark"])
            let mate = try await container.resolve("wren", as: Bird.self).mate
            let inTask = Task { try await container.resolve("lark", as: Bird.self).song }
            let elsewhere = Task.detached { try await container.resolve("lark", as: Bird.self).song }
            let songs = (try await inTask.value, try await elsewhere.value)
            #expect(mate?.song == "clear")
            #expect(songs == ("clear", "high"))
        }
        #expect(try birds.song("lark") == "clear")
    }

    @Test func applicationRefuses() async throws {
        let birds = try await Birds(Self.pair)
        try birds.living.edit(Bird.service("lark", "clear"))
        let said = await refusal {
            try await birds.container.reload(checking: .health) { _ in throw Bird.Silence() }
        }
        #expect(
            said == """
                the check of the reload failed: it does not sing
                    built for the check, and stopped again: lark
                """)
        #expect(try birds.song("wren") == "low")
        try await until { birds.aviary.count == 2 }
    }

    @Test func reloadInACheckIsRefused() async throws {
        let birds = try await Birds(Self.pair)
        let container = birds.container
        try birds.living.edit(Bird.service("lark", "clear"))
        let hint = "`reload` was called by code that runs as part of a reload or a reset"
        try await container.reload(checking: .health) { _ in
            #expect(await refusal { try container.reload() }.hasPrefix(hint))
            #expect(await refusal { try await container.reload(checking: .health) }.hasPrefix(hint))
            #expect(await refusal { try container.rollback() }.contains("`rollback` was called"))
        }
        #expect(try birds.song("lark") == "clear")
    }

    @Test func vetoRefusesBeforeAnythingIsBuilt() async throws {
        let birds = try await Birds(Self.pair + #"hook.reloading(function() return false, "not today" end)"#)
        let said = try await birds.refusal(
            Bird.service("lark", "clear") + #"hook.reloading(function() return false, "not today" end)"#)
        #expect(said.contains("hook.reloading vetoed the reload: not today"))
        #expect(birds.lines == [])
    }
}
