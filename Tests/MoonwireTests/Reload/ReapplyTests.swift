import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Setters and calls run again on the instance that a reload keeps.
@Suite(.timeLimit(.minutes(5))) struct ReapplyTests {
    @Test func stepsRunAgainOnTheSameInstance() throws {
        func text(_ level: Int) -> String {
            Lantern.service(#"set = { level = \#(level) }, call = { { "note", "on \#(level)" } }"#)
                + Lantern.service("set = { level = 0 }", id: "user", args: #"other = ref "lamp""#, reload: "auto")
        }
        let living = try Living(lamps: text(1))
        let (before, user) = (try living.lamp(), try living.lamp("user"))
        let plan = try living.reload(text(2))
        #expect(
            plan == """
                ~ service "lamp" (container.lua:1 -> container.lua:1)
                applied again: lamp
                kept: lamp, log, user
                """)
        #expect(try living.lamp() === before)
        #expect(try living.lamp("user") === user)
        #expect(before.level == 2)
        #expect(living.log.elements == ["on 1", "on 2"])
        try living.reload(text(2) + "-- a comment")
        #expect(living.log.elements == ["on 1", "on 2"])
    }

    @Test func changeOfTheConstructionReplacesTheInstance() throws {
        func text(_ watts: Int) -> String {
            Lantern.service("set = { level = \(watts) }", args: #"other = ref "bulb""#) + Lantern.bulb(watts)
        }
        let living = try Living(lamps: text(1))
        let before = try living.lamp()
        try living.reload(text(2))
        #expect(try living.lamp() !== before)
        #expect(living.log.elements == ["close lamp", "close bulb 1"])
    }

    /// The initializer has asked for the service that a setter has, too.
    @Test func requestOfTheConstructionReplacesTheInstance() throws {
        func text(_ watts: Int) -> String {
            Lantern.service("set = { part = ref 'bulb' }", args: "asks = ref 'asker'") + Lantern.bulb(watts)
        }
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let living = try Living(lamps: text(1)) { services in
            services.register("asker") { _ in
                Lantern.Asker { try late.withLock { $0 }!.lamp("bulb") }
            }
        }
        late.withLock { $0 = living }
        let before = try living.lamp()
        #expect(before.other?.name == "bulb 1")
        try living.reload(text(2))
        #expect(try living.lamp().other?.name == "bulb 2")
        #expect(before.isClosed)
    }

    @Test func parameterOfAStepIsAppliedAgain() throws {
        func text(_ level: Int) -> String {
            "parameters { level = \(level) }\n" + Lantern.service(#"set = { level = param "level" }"#)
        }
        let living = try Living(lamps: text(1))
        let before = try living.lamp()
        try living.reload(text(2))
        #expect(before.level == 2)
        #expect(try living.lamp() === before)
    }

    /// What a setter holds is replaced beneath the instance, which is stopped before it.
    @Test func replacedDependencyIsSetAgain() async throws {
        func text(_ watts: Int) -> String {
            Lantern.bulb(watts) + Lantern.service(#"set = { part = ref "bulb" }"#)
                + Lantern.service("set = { level = 0 }", id: "user", args: #"other = ref "lamp""#, reload: "auto")
        }
        let living = try Living(lamps: text(1))
        let (before, user) = (try living.lamp(), try living.lamp("user"))
        try living.reload(text(2))
        #expect(before.part?.name == "bulb 2")
        #expect(living.log.elements == ["close bulb 1"])
        #expect(try living.lamp("user") === user)
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.log.elements == ["close bulb 1", "close user", "close lamp", "close bulb 2"])
    }

    /// Both are kept, and the one that was built first now needs the other one.
    @Test func orderOfStopsFollowsTheNewReferences() async throws {
        func text(_ first: String, _ second: String) -> String {
            Lantern.service("set = { level = 1, part = \(first) }", id: "first")
                + Lantern.service("set = { level = 2, part = \(second) }", id: "second")
        }
        let living = try Living(lamps: text("null", #"ref "first""#))
        let (first, second) = (try living.lamp("first"), try living.lamp("second"))
        try living.reload(text(#"ref "second""#, "null"))
        #expect(first.part === second)
        #expect(second.part == nil)
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.log.elements == ["close first", "close second"])
    }

    /// It reads what the steps of the other one have set, although that one was built later.
    @Test func stepsRunInTheOrderOfTheNewReferences() throws {
        func text(_ level: Int, _ calls: String) -> String {
            Lantern.service("set = { level = \(level) }, call = { \(calls) }", id: "first")
                + Lantern.service("set = { level = \(level) }", id: "second")
        }
        let living = try Living(lamps: text(1, ""))
        let (first, second) = (try living.lamp("first"), try living.lamp("second"))
        try living.reload(text(2, #"{ "copyLevel", ref "second" }"#))
        #expect((first.level, second.level) == (2, 2))
        try living.reload(text(3, #"{ "copyLevel", ref "second" }"#))
        #expect((first.level, second.level) == (3, 3))
    }

    /// The reload has taken effect, and the other steps have run; the next reload tries again, whatever has changed.
    @Test func failureIsReportedAndTriedAgain() throws {
        let working = Lock(false)
        let living = try Living(lamps: Lantern.service("set = { level = 1 }")) { services in
            services.register("check", scope: .transient) { _ in
                if working.withLock({ $0 }) { return Lantern(name: "check") }
                throw Lantern.Broken()
            }
        }
        let before = try living.lamp()
        let changed = Lantern.service("set = {\n part = ref \"check\",\n level = 2 }, call = { { 'note', 'later' } }")
        #expect(try living.reload(changed).contains("applied again: lamp"))
        #expect(
            living.found == [
                """
                container.lua:4: warning: service "lamp" was kept, but what has changed could not be applied to it: \
                service "check" could not be built: the lamp is broken
                    it may still use services that the reload has stopped; the next reload tries again
                """
            ])
        #expect(before.level == 2)
        #expect(living.log.elements == ["later"])
        working.withLock { $0 = true }
        #expect(try living.reload(changed + "-- a comment").contains("applied again: lamp"))
        #expect(before.part?.name == "check")
        #expect(try !living.reload(changed).contains("applied again"))
    }

    @Test func everyErrorIsReportedAtItsLine() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }, call = { { 'note', 'a' } }"))
        _ = try living.lamp()
        try living.reload(Lantern.service("set = {\n level = -1 }, call = { {\n 'note', 'b' } }"))
        #expect(
            living.found.map { $0.prefix { $0 != "\n" } } == [
                """
                container.lua:4: warning: service "lamp" was kept, but what has changed could not be applied to it: \
                the lamp is broken
                """
            ])
        #expect(living.log.elements == ["a", "b"])
    }

    @Test func failureIsTriedAgainAfterAnotherPolicyHasKeptIt() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }"))
        let lamp = try living.lamp()
        try living.reload(Lantern.service("set = { level = -1 }"))
        try living.reload(Lantern.service("set = { level = 3 }", reload: "keep"))
        #expect(lamp.level == 1)
        let plan = try living.reload(Lantern.service("set = { level = 3 }"))
        #expect(plan.contains("applied again: lamp"))
        #expect(lamp.level == 3)
        #expect(try !living.reload(Lantern.service("set = { level = 3 }")).contains("applied again"))
    }

    /// An instance that has only a part of the new values is not kept by another policy.
    @Test func failureIsMendedByAReplacement() throws {
        let living = try Living(lamps: Lantern.service("set = { level = 1 }"))
        let before = try living.lamp()
        try living.reload(Lantern.service("set = { level = -1 }"))
        try living.reload(Lantern.service("set = { level = -1 }", reload: "auto"))
        #expect(before.isClosed)
    }

    /// Nothing could undo them.
    @Test(arguments: ["set = { level = 1 }", "set = { level = 1 }, call = { { 'attach', ref 'bulb' } }"])
    func removedStepReplacesTheInstance(_ fewer: String) throws {
        let more = "set = { level = 1, part = ref 'bulb' }, call = { { 'note', '' }, { 'attach', ref 'bulb' } }"
        let living = try Living(lamps: Lantern.service(more) + Lantern.bulb(1))
        let before = try living.lamp()
        try living.reload(Lantern.service(fewer) + Lantern.bulb(1))
        #expect(try living.lamp() !== before)
        #expect(before.isClosed)
    }

    @Test func asynchronousStepReplacesTheInstance() async throws {
        func text(_ level: Int) -> String { Lantern.service("set = { level = \(level) }, call = { { 'warmUp' } }") }
        let living = try Living(lamps: text(1))
        let before: Lantern = try await living.container.resolve("lamp")
        try living.reload(text(2))
        let after: Lantern = try await living.container.resolve("lamp")
        #expect(after !== before)
        #expect(after.level == 2)
    }

    @Test func stepThatNeedsAnAsynchronousServiceReplacesTheInstance() async throws {
        func text(_ level: Int) -> String { Lantern.service("set = { level = \(level), part = ref 'bulb' }") }
        let living = try Living(lamps: text(1)) { services in
            services.register("bulb") { _ async in Lantern(name: "bulb") }
        }
        let before: Lantern = try await living.container.resolve("lamp")
        try living.reload(text(2))
        let after: Lantern = try await living.container.resolve("lamp")
        #expect(after !== before)
    }

    /// What it leaves in the instance must not outlive its script.
    @Test(arguments: ["function() end", "param 'action'"])
    func stepWithAFunctionReplacesTheInstance(_ action: String) throws {
        func text(_ level: Int) -> String {
            "parameters { action = function() end }\n"
                + Lantern.service("set = { level = \(level) }, call = { { 'keep', \(action) } }")
        }
        let living = try Living(lamps: text(1))
        let before = try living.lamp()
        try living.reload(text(2))
        #expect(try living.lamp() !== before)
    }

    /// It may have put another object in its place.
    @Test func instanceOfACreatedHookIsReplaced() throws {
        func text(_ level: Int) -> String { Lantern.service("set = { level = \(level) }") }
        let living = try Living(lamps: text(1)) { services in
            services.addHook(.created("lamp")) { (_: inout Lantern, _) in }
        }
        let before = try living.lamp()
        try living.reload(text(2))
        #expect(try living.lamp() !== before)
    }

    @Test func overrideHasAnInstanceOfItsOwn() throws {
        let living = try Living(lamps: Lantern.bulb(1) + Lantern.service(#"set = { part = ref "bulb" }"#))
        let before = try living.lamp()
        try living.container.withOverrides {
            $0.override("bulb") { _ in Lantern(name: "test") }
        } operation: {
            let inside = try living.lamp()
            #expect((inside === before, inside.part?.name) == (false, "test"))
        }
        #expect(before.part?.name == "bulb 1")
    }

    /// The defaults of a file are for services that have no setters, too.
    @Test func defaultsApplyToServicesWithSteps() throws {
        func text(_ level: Int) -> String {
            """
            defaults { reload = "reapply" }
            service "plain" { type = "Lantern", args = { name = "plain \(level)" } }
            service "lamp" { type = "Lantern", args = { name = "lamp" }, set = { level = \(level) } }
            """
        }
        let living = try Living(lamps: text(1))
        let (lamp, plain) = (try living.lamp(), try living.lamp("plain"))
        try living.reload(text(2))
        #expect(try living.lamp() === lamp)
        #expect(lamp.level == 2)
        #expect(try living.lamp("plain") !== plain)
    }
}
