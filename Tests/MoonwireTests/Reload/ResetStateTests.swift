import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What a reset leaves as it is: drains, settings, secrets, reports, and steps that are to run again.
@Suite(.timeLimit(.minutes(5))) struct ResetStateTests {
    @Test func drainedInstanceIsStoppedWhenNobodyHoldsIt() async throws {
        let living = try Living(boilers: DrainTests.draining("one"))
        let caller = InstanceHolder(try living.boiler("a"))
        try living.container.reset("a")
        try await until { living.container.generations.map(\.draining) == [["a"], []] }
        _ = try living.boiler("a")
        #expect(living.done == ["one a", "one a"])
        caller.release()
        try await until { living.container.generations.count == 1 }
        #expect(living.done == ["one a", "one a", "shut a"])
    }

    /// Only a reload must not replace it.
    @Test func pinnedInstanceCanBeReset() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }", reload: "pinned"))
        let lamp = try living.lamp()
        try living.container.reset("lamp")
        #expect(try living.lamp() !== lamp)
        #expect(lamp.isClosed)
    }

    @Test func settingsStay() throws {
        let living = try Living(
            lamps: "parameters { level = 1 }\n" + Lantern.service("set = { level = param 'level' }"))
        try living.container.setParameter("level", to: 5)
        let lamp = try living.lamp()
        try living.container.reset("lamp")
        #expect(try living.lamp() !== lamp)
        #expect(try living.lamp().level == 5)
        try living.container.setParameter("level", to: 6)
        try living.container.reset("lamp")
        #expect(try living.lamp().level == 6)
    }

    /// The new instance reads the new value of the variable, and the former one may show its own when it is stopped.
    @Test func secretsOfFormerInstancesAreMasked() throws {
        let (former, latter) = ("former-0123456789abcdef", "latter-fedcba9876543210")
        let variables = Lock(["KEY": former])
        let living = try Living(
            """
            parameters { key = env.secret "KEY" }
            local kept
            service "failing" {
                type = "Station", args = { name = "failing" },
                configure = function(station, c) kept = (kept or "") .. " " .. c.param "key" end,
                stop = function() error("cannot stop" .. kept, 0) end,
            }
            """, variables: variables)
        _ = try living.station("failing")
        variables.withLock { $0["KEY"] = latter }
        for _ in 0..<2 {
            try living.container.reset("failing")
            _ = try living.station("failing")
        }
        let found = living.found.joined(separator: "\n")
        #expect(found.contains("cannot stop ***"))
        #expect(!found.contains(former) && !found.contains(latter))
    }

    /// It would otherwise be reported after each reset.
    @Test func whatWasReportedOnceIsNotReportedAgain() throws {
        let living = try Living(
            lamps: Lantern.service("deprecated = true", id: "old", reload: "auto")
                + Lantern.service("set = { level = 1 }"))
        _ = try living.lamp("old")
        #expect(
            living.found == [#"container.lua:1: warning: service "old" was requested, but it is deprecated"#])
        for id in ["lamp", "old"] {
            try living.container.reset(id)
            _ = try living.lamp("old")
        }
        #expect(living.found.count == 1)
    }

    @Test func weakInstancesAreReset() throws {
        let living = try Living(
            lamps: Lantern.service("set = { level = 1 }", reload: "auto") + """
                service "weak" { type = "Lantern", args = { name = "weak", other = ref "lamp" }, scope = "weak" }
                service "holder" { type = "Lantern", args = { name = "holder", other = ref "weak" } }
                """)
        let (lamp, weak, holder) = (try living.lamp(), try living.lamp("weak"), try living.lamp("holder"))
        try living.container.reset(scope: .weak)
        #expect(try living.lamp() === lamp)
        #expect(try living.lamp("weak") !== weak)
        #expect(try living.lamp("holder") !== holder)
        #expect(try living.lamp("holder").other === living.lamp("weak"))
    }

    /// They are those of a service that is not reset.
    @Test func changedVariablesDoNotMatter() throws {
        let variables = Lock(["NAME": "one"])
        let living = try Living(
            """
            service "end" { type = "Station", args = { name = "end" } }
            service "named" { type = "Station", args = { name = "%env(NAME)%" } }
            """, variables: variables)
        let (end, named) = (try living.station("end"), try living.station("named"))
        variables.withLock { $0["NAME"] = "two" }
        try living.container.reset("end")
        #expect(try living.station("end") !== end)
        #expect(try living.station("named") === named)
        try living.container.reset("named")
        #expect(try living.station("named").name == "two")
    }

    /// An alias is not an instance of the scope.
    @Test func holderOfAnAliasIsNotReset() throws {
        let living = try Living(
            lamps: """
                service "weak" { type = "Lantern", args = { name = "weak" }, scope = "weak" }
                alias "light" "weak"
                service "user" { type = "Lantern", args = { name = "user", other = ref "light" }, scope = "weak" }

                """ + Lantern.bulb(1))
        let (user, bulb) = (try living.lamp("user"), try living.lamp("bulb"))
        try living.container.reset(scope: .shared)
        #expect(try living.lamp("user") === user)
        #expect(try living.lamp("bulb") !== bulb)
    }

    /// A step that a reload could not apply is one of the next reload.
    @Test func failedStepIsTriedAgainAfterAReset() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }") + Lantern.bulb(1)) { services in
            services.register("check", scope: .transient) { _ -> Lantern in throw Lantern.Broken() }
        }
        let (lamp, bulb) = (try living.lamp(), try living.lamp("bulb"))
        let changed = Lantern.service("set = { part = ref 'check', level = 2 }") + Lantern.bulb(1)
        #expect(try living.reload(changed).contains("applied again: lamp"))
        try living.container.reset("bulb")
        #expect(try living.lamp("bulb") !== bulb)
        #expect(try living.lamp() === lamp)
        #expect(living.found.count == 1)
        #expect(try living.reload(changed + "-- a comment").contains("applied again: lamp"))
        try living.container.reset("lamp")
        #expect(living.log.elements.last == "close lamp")
        #expect(try !living.reload(changed).contains("applied again"))
    }

    /// The container has begun it, and the application ends the instance itself.
    @Test func runOfASuppliedInstanceIsCancelled() async throws {
        let living = try Living(workers: Worker.service("a", #"run = true, stop = "finish""#))
        let supplied = Worker(name: "mine", log: Station.Log(living.log))
        try living.container.supply(supplied, for: "a")
        try await living.container.start()
        _ = try await living.awaitRun(of: "a")
        try living.container.reset("a")
        try await living.container.start()
        try await until { living.done.contains("cancelled mine") }
        #expect(try await living.awaitRun(of: "a") !== supplied)
        #expect(living.found == [])
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done.filter { $0.contains("mine") } == ["run mine", "cancelled mine"])
    }

    /// Its scripts are not read, however faulty they are.
    @Test func editsAreNotRead() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }"))
        let outcomes = living.container.reloads()
        _ = try living.lamp()
        try living.edit("service (")
        try living.container.reset("lamp")
        #expect(try living.lamp().level == 1)
        #expect(living.container.generations.count == 1)
        withExtendedLifetime(outcomes) {}
    }

    /// Both types have the same short name.
    @Test func preferenceGroupStaysWithItsType() throws {
        let living = try Living(
            lamps: "preferences 'Options' { volume = { default = 1 } }\n" + Lantern.service("set = { level = 1 }")
        ) { services in
            services.registerStore(MemoryStore(), named: "default")
        }
        try living.container.inject(into: Player())
        _ = try living.lamp()
        try living.container.reset("lamp")
        #expect(throws: ContainerError.self) { try living.container.inject(into: Screen()) }
        try living.container.inject(into: Player())
    }

    private enum Audio { enum Options {} }
    private enum Video { enum Options {} }

    private final class Player {
        @Preference(in: Audio.Options.self) var volume: Int
    }

    private final class Screen {
        @Preference(in: Video.Options.self) var volume: Int
    }

    @Test func resetAfterTheEndIsAnError() async throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }"))
        await living.container.shutdownGracefully()
        #expect(
            message { try living.container.reset("lamp") }
                == "a service was requested after its container was shut down")
    }

    @Test func resetDuringAReloadIsAnError() throws {
        let said = Collected<String>()
        let late = Lock<Container?>(nil)
        defer { late.withLock { $0 = nil } }
        let living = try Living(lamps: Lantern.service("set = { level = 1 }")) { services in
            services.addHook(.reloading) { _, _ in
                said.append(message { try late.withLock { $0 }?.reset("lamp") })
            }
        }
        late.withLock { $0 = living.container }
        try living.container.reload()
        #expect(
            said.elements == [
                """
                `reset` was called by code that runs as part of a reload or a reset
                    reset from another thread, or once that has returned
                """
            ])
    }
}
