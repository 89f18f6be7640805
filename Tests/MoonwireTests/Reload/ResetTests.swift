import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Instances that the application resets are built again, with those that hold them.
@Suite(.timeLimit(.minutes(5))) struct ResetTests {
    private static let text =
        Lantern.service("set = { level = 1 }")
        + Lantern.service("set = { level = 2 }", id: "user", args: #"other = ref "lamp""#)
        + Lantern.service("set = { level = 3 }", id: "alone")

    @Test func instanceAndItsHoldersAreBuiltAgain() throws {
        let living = try Living(lamps: Self.text)
        let (user, lamp, alone) = (try living.lamp("user"), try living.lamp(), try living.lamp("alone"))
        try living.container.reset("lamp")
        #expect(living.log.elements == ["close user", "close lamp"])
        #expect(try living.lamp("user") !== user)
        #expect(try living.lamp("user").other === living.lamp())
        #expect(try living.lamp() !== lamp)
        #expect(try living.lamp("alone") === alone)
    }

    @Test func instanceThatHoldsItIsResetAlone() throws {
        let living = try Living(lamps: Self.text)
        let (user, lamp) = (try living.lamp("user"), try living.lamp())
        try living.container.reset(ServiceKey<Lantern>("user"))
        #expect(living.log.elements == ["close user"])
        #expect(try living.lamp("user") !== user)
        #expect(try living.lamp() === lamp)
    }

    /// It wraps another instance now.
    @Test(arguments: ["lamp", "light"]) func decoratorsAreBuiltAgain(_ id: String) throws {
        let living = try Living(
            lamps: Self.text + """
                decorate "lamp" { type = "Lantern", args = { name = "around", log = ref "log", other = inner }, stop = "close" }
                alias "light" "lamp"
                """)
        let lamp = try living.lamp()
        try living.container.reset(id)
        #expect(living.log.elements == ["close around", "close lamp"])
        #expect(try living.lamp().other !== lamp.other)
        #expect(try living.lamp().name == "around")
    }

    /// Only the factory knows what it asks for.
    @Test func serviceThatAskedForItDuringItsBuildIsBuiltAgain() throws {
        let living = try Living(lamps: Self.text) { services in
            services.register("asking") { Lantern(name: "asking", other: try $0.resolve("lamp")) }
        }
        let asking = try living.lamp("asking")
        try living.container.reset("lamp")
        #expect(try living.lamp("asking").other === living.lamp())
        #expect(try living.lamp("asking") !== asking)
    }

    /// A provider resolves each time; a service that reloads always keep would hold what is stopped.
    @Test func providersDoNotCountAndPoliciesDoNotMatter() throws {
        let living = try Living(
            """
            service "end" { type = "Station", args = { name = "end" } }
            service "kept" { type = "Station", args = { name = "kept", next = ref "end" }, reload = "keep" }
            service "later" { type = "Station", args = { name = "later", later = provider "end" } }
            """)
        let (end, kept, later) = (try living.station("end"), try living.station("kept"), try living.station("later"))
        try living.container.reset("end")
        #expect(try living.station("later") === later)
        #expect(try later.later?() !== end)
        #expect(try living.station("kept") !== kept)
        #expect(try living.station("kept").next === living.station("end"))
    }

    @Test func holdersThatAreNotSharedLeadToOthers() throws {
        let living = try Living(
            lamps: Self.text + """
                service "between" { type = "Lantern", args = { name = "between", other = ref "lamp" }, scope = "transient" }
                service "outer" { type = "Lantern", args = { name = "outer", other = ref "between" } }
                """)
        let outer = try living.lamp("outer")
        try living.container.reset("lamp")
        #expect(try living.lamp("outer") !== outer)
    }

    @Test func weakInstanceIsForgotten() throws {
        let living = try Living(
            lamps: Self.text + """
                service "weak" { type = "Lantern", args = { name = "weak", other = ref "lamp" }, scope = "weak" }
                """)
        for reset in [{ try living.container.reset("weak") }, { try living.container.reset("lamp") }] {
            let held = try living.lamp("weak")
            try reset()
            #expect(try living.lamp("weak") !== held)
        }
    }

    @Test func wholeScopeIsReset() throws {
        let living = try Living(lamps: Self.text + "service 'window' { synthetic = true }")
        let window = Lantern(name: "window")
        try living.container.supply(window, for: "window")
        let alone = try living.lamp("alone")
        _ = try living.lamp("user")
        try living.container.reset(scope: .shared)
        #expect(living.log.elements == ["close user", "close lamp", "close alone"])
        #expect(try living.lamp("alone") !== alone)
        #expect(try living.lamp("window") === window)
    }

    @Test func suppliedInstanceIsForgotten() throws {
        let living = try Living(lamps: Self.text)
        let (supplied, holder) = (Lantern(name: "supplied"), Lantern(name: "holder"))
        try living.container.supply(supplied, for: "lamp")
        try living.container.supply(holder, for: "user")
        try living.container.reset("lamp")
        #expect(try living.lamp().name == "lamp")
        #expect(try living.lamp("user") === holder)
        try living.reload(Self.text + "-- a comment")
        #expect(try living.lamp().name == "lamp")
    }

    @Test func openOverrideKeepsWhatItHas() throws {
        let living = try Living(lamps: Self.text)
        let lamp = try living.lamp()
        try living.container.withOverrides {
            $0.override("alone") { _ in Lantern(name: "test") }
        } operation: {
            let alone = try living.lamp("alone")
            try living.container.reset("lamp")
            try living.container.reset("alone")
            #expect(try living.lamp() === lamp)
            #expect(try living.lamp("alone") === alone)
            #expect(!lamp.isClosed)
        }
        #expect(try living.lamp() !== lamp)
        #expect(lamp.isClosed)
    }

    /// The former instances are stopped once, although two generations have had them, and when the older one ends.
    @Test func instancesThatAnOpenScopeUsesAreStoppedWithIt() throws {
        let text = "scopes { 'job' }\n" + Self.text
        let living = try Living(lamps: text)
        let scope = try living.container.openScope("job")
        let former = try living.lamp("user")
        try living.reload(text + Lantern.bulb(1))
        try living.container.reset("lamp")
        #expect(try living.lamp("user") !== former)
        let inScope: Lantern = try scope.resolve("user")
        #expect(inScope === former)
        #expect(living.log.elements == [])
        scope.close()
        #expect(living.log.elements == ["close user", "close lamp"])
        #expect(try !living.lamp("user").isClosed)
    }

    /// A reset stays in the wiring.
    @Test func hooksThatRunOnceAreNotRenewed() throws {
        let events = Collected<String>()
        let living = try Living(lamps: Self.text) { services in
            services.addHook(.created("lamp"), once: true) { (_: inout Lantern, _) in events.append("created") }
            services.addHook(.registered("lamp")) { _, _ in events.append("registered") }
            services.addHook(.reloading) { _, _ in events.append("reloading") }
            services.addHook(.reloaded) { _, _ in events.append("reloaded") }
        }
        for _ in 0..<3 {
            _ = try living.lamp()
            try living.container.reset("lamp")
        }
        #expect(events.elements == ["registered", "created"])
    }

    /// It was checked with another type.
    @Test func changedVariableOfATypeIsAnError() throws {
        let variables = Lock(["KIND": "Station"])
        let living = try Living(
            "service 'place' { type = '%env(KIND)%', args = { name = 'place' } }", variables: variables)
        _ = try living.station("place")
        variables.withLock { $0["KIND"] = "Village" }
        let error = #expect(throws: ContainerError.self) { try living.container.reset("place") }
        #expect(
            error?.description == """
                environment variable KIND, which determines a type, a factory, a method, or a tag, has changed since the \
                scripts were read
                    call `reload` first
                """)
        variables.withLock { $0["KIND"] = "Station" }
        try living.container.reset("place")
    }

    /// Its service is built at each resolve.
    @Test func sharedDecoratorOfATransientServiceIsReset() throws {
        let living = try Living(
            lamps: """
                service "brief" { type = "Lantern", args = { name = "brief" }, scope = "transient" }
                decorate "brief" {
                    type = "Lantern", args = { name = "around", log = ref "log", other = inner }, stop = "close", scope = "shared",
                }

                """)
        let lamp = try living.lamp("brief")
        #expect(try living.lamp("brief") === lamp)
        try living.container.reset("brief")
        #expect(living.log.elements == ["close around"])
        #expect(try living.lamp("brief") !== lamp)
    }

    /// The holder is what it is because of the object that it shares with another service.
    @Test func instanceOfTwoServicesIsStoppedOnce() throws {
        let living = try Living(
            lamps: Lantern.bulb(1)
                + "service 'same' { factory = function(_, c) return c.get 'bulb' end, stop = 'close' }")
        _ = try living.lamp("same")
        try living.container.reset("bulb")
        #expect(living.log.elements == ["close bulb 1"])
        #expect(try living.lamp("same") === living.lamp("bulb"))
    }

    /// The build has the former instance, so its result belongs to the former generation.
    @Test func buildInProgressDoesNotKeepTheFormerInstance() throws {
        let late = Lock<Living?>(nil)
        defer { late.withLock { $0 = nil } }
        let living = try Living(lamps: Lantern.bulb(1)) { services in
            services.register("asking") { resolver in
                let bulb: Lantern = try resolver.resolve("bulb")
                try late.withLock { $0 }?.container.reset("bulb")
                return Lantern(name: "asking", other: bulb)
            }
        }
        late.withLock { $0 = living }
        let first = try living.lamp("asking")
        late.withLock { $0 = nil }
        #expect(first.other?.isClosed == true)
        let second = try living.lamp("asking")
        #expect(try second.other === living.lamp("bulb"))
        #expect(second !== first)
    }

    @Test func whatWasStartedIsStartedAgain() async throws {
        let life = #"start = "connect", stop = "close""#
        let living = try Living(
            boilers: Boiler.service("a", life) + Boiler.service("b", of: ["a"], life) + Boiler.service("c", life))
        try await living.container.start()
        #expect(living.done.sorted() == ["connect a", "connect b", "connect c"])
        try living.container.reset("a")
        try await until { living.done.count == 7 }
        let later = living.done.dropFirst(3)
        #expect(later.filter { $0.hasPrefix("close") } == ["close b", "close a"])
        #expect(later.filter { $0.hasPrefix("connect") } == ["connect a", "connect b"])
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.done.count == 10)
    }

    @Test func runIsCancelledAndBeginsAgain() async throws {
        let living = try Living(
            drawers: """
                service "jobs" {
                    type = "Worker", args = { name = "jobs", log = ref "log" }, run = true, stop = "finish",
                }
                """)
        try await living.container.start()
        let former = try await living.awaitRun(of: "jobs")
        try living.container.reset("jobs")
        try await living.container.start()
        #expect(try await living.awaitRun(of: "jobs") !== former)
        #expect(await living.container.shutdownGracefully() == [])
    }

    /// The state is what the application wants to get rid of, also that of a decorator.
    @Test(arguments: [false, true]) func stateIsNotHandedOver(isDecorated: Bool) throws {
        let decorator = Drawer.decorator(2, "handover = \(Drawer.function)")
        let living = try Living(drawers: Drawer.service(1) + (isDecorated ? decorator : ""))
        try living.drawer().put("book")
        try living.container.reset("a")
        #expect(living.log.elements == ["close 1"])
        #expect(try living.drawer().entries == [])
    }

    /// The holder has not been built since a reload, and its state waits for it.
    @Test func waitingStateOfAHolderIsKept() throws {
        func text(_ size: Int) -> String {
            Drawer.service(7, "", id: "inner") + Drawer.service(size, args: #"needs = { ref "inner" }"#)
        }
        let living = try Living(drawers: text(1))
        try living.drawer().put("book")
        try living.reload(text(2))
        let inner = try living.drawer("inner")
        try living.container.reset("inner")
        #expect(try living.drawer().entries == ["book"])
        try living.container.reset("inner")
        #expect(try living.drawer().entries == ["book"])
        #expect(try living.drawer("inner") !== inner)
    }

    @Test(
        arguments: [
            ("lmap", "service \"lmap\" is not defined\n    did you mean \"lamp\"?"),
            (
                "brief",
                #"container.lua:14: service "brief" has scope "transient", so the container has no instance to reset"#
            ),
            (
                "job",
                """
                container.lua:15: service "job" has scope "request", so the container has no instance to reset
                    its instances end when the scope is closed
                """
            ),
            (
                "window",
                """
                container.lua:16: service "window" is synthetic, so it cannot be built again after a reset
                    supply another instance instead
                """
            ),
        ]) func serviceWithoutAnInstanceIsAnError(_ id: String, _ message: String) throws
    {
        let living = try Living(
            lamps: Self.text + """
                scopes { "request" }
                service "brief" { type = "Lantern", args = { name = "brief" }, scope = "transient" }
                service "job" { type = "Lantern", args = { name = "job" }, scope = "request" }
                service "window" { synthetic = true }
                """)
        let error = #expect(throws: ContainerError.self) { try living.container.reset(id) }
        #expect(living.readable("\(try #require(error))") == message)
    }

    @Test func scopeWithoutInstancesIsAnError() throws {
        let living = try Living(lamps: Self.text)
        let error = #expect(throws: ContainerError.self) { try living.container.reset(scope: .graph) }
        #expect(error?.description == "the container has no instances of scope \"graph\" to reset")
        let named = #expect(throws: ContainerError.self) { try living.container.reset(scope: .named("job")) }
        #expect(
            named?.description == """
                the container has no instances of scope "job" to reset
                    its instances end when the scope is closed
                """)
    }

    /// Threads resolve a chain while others reset its parts and reload: in the end nothing that is held is closed, and all else is.
    @Test(arguments: 0..<repetitions(30, debug: 8)) func nothingInUseIsClosedAfterResets(_ seed: Int) async throws {
        let ids = (0..<6).map { "n\($0)" }
        let text = ids.indices.map { number in
            Lantern.service(
                "set = { level = \(number) }", id: ids[number],
                args: number == 0 ? "" : "other = ref '\(ids[number - 1])'")
        }.joined()
        let living = try Living(lamps: text)
        onThreads(4) { thread in
            var random = Dice(seed * 4 + thread)
            for round in 0..<60 {
                let id = random.one(of: ids)
                switch (thread, random.below(8)) {
                case (0, 0): _ = try? living.reload(text + "-- \(round)")
                case (0...1, _): try? living.container.reset(id)
                default: _ = try? living.lamp(id)
                }
            }
        }
        try await until { living.container.generations.count == 1 }
        for (number, id) in ids.enumerated() {
            let lamp = try living.lamp(id)
            #expect(!lamp.isClosed)
            #expect(try number == 0 || lamp.other === living.lamp(ids[number - 1]))
        }
        #expect(living.log.elements.filter { $0.hasPrefix("closed again") } == [])
        #expect(await living.container.shutdownGracefully() == [])
        #expect(living.found == [])
    }
}
