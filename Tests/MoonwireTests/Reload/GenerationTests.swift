import LuaRuntime
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// What belongs to an old generation stays in it, and what outlives it follows the current one.
@Suite struct GenerationTests {
    private static func line(_ end: String) -> String {
        """
        service "end" { type = "Station", args = { name = "\(end)" }, scope = "transient" }
        service "hub" { type = "Station", args = { name = "hub", later = provider "end" } }
        """
    }

    private static func sign(_ name: String, scope: String = "transient") -> String {
        #"service "sign" { type = "Sign", args = { "\#(name)" }, scope = "\#(scope)" }"#
    }

    @Test func providerOfAKeptInstanceUsesTheCurrentGeneration() throws {
        let living = try Living(Self.line("end"))
        let hub = try living.station("hub")
        #expect(try hub.later?().name == "end")
        try living.reload(Self.line("terminus"))
        let same = hub === (try living.station("hub"))
        #expect(same)
        #expect(try hub.later?().name == "terminus")
    }

    @Test func providerOfARemovedServiceThrows() throws {
        let living = try Living(Self.line("end"))
        let hub = try living.station("hub")
        try living.reload("")
        #expect(message { _ = try hub.later?() } == #"service "end" is not defined"#)
    }

    @Test func aResolveInProgressStaysInItsGeneration() throws {
        let late = Collected<Living>()
        let living = try Living(Self.line("end")) { services in
            services.register("slow", scope: .transient) { resolver in
                let before: Station = try resolver.resolve("end")
                for living in late.elements { try living.reload(Self.line("terminus")) }
                let after: Station = try resolver.resolve("end")
                return Station(name: "\(before.name) \(after.name)", next: nil, later: nil, log: nil)
            }
        }
        late.append(living)
        #expect(try living.station("slow").name == "end end")
        #expect(try living.station("end").name == "terminus")
    }

    /// A sign needs no more than its initializer, and asking the container finds what is current faster than anything else;
    /// a shared one that is there already, even more so.
    @Test(arguments: ["transient", "shared"]) func containerStaysInTheGenerationOfTheResolveThatUsesIt(
        scope: String
    ) throws {
        let late = Collected<Living>()
        let living = try Living(Self.sign("end", scope: scope), types: [Sign.self]) { services in
            services.register("slow", scope: .transient) { resolver in
                var names = [try resolver.resolve("sign", as: Sign.self).name]
                for living in late.elements {
                    try living.reload(Self.sign("terminus", scope: scope))
                    onThreads(1) { _ in _ = try? living.container.resolve("sign", as: Sign.self) }
                    names.append(try living.container.resolve("sign", as: Sign.self).name)
                }
                names.append(try resolver.resolve("sign", as: Sign.self).name)
                return Sign(names.joined(separator: " "))
            }
        }
        late.append(living)
        #expect(try living.container.resolve("slow", as: Sign.self).name == "end end end")
        #expect(try living.container.resolve("sign", as: Sign.self).name == "terminus")
    }

    @Test func aSettingMadeInAResolveOfAnOldGenerationReachesTheNewOne() throws {
        let late = Collected<Living>()
        let text = """
            parameters { town = "Leeds" }
            service "town" { type = "Station", args = { name = "%town%" }, scope = "transient" }
            """
        let living = try Living(text) { services in
            services.register("slow", scope: .transient) { resolver in
                for living in late.elements {
                    try living.reload(text.replacing("Leeds", with: "York"))
                    try living.container.setParameter("town", to: "Bath")
                }
                return try resolver.resolve("town", as: Station.self)
            }
        }
        late.append(living)
        #expect(try living.station("slow").name == "Bath")
        #expect(try living.station("town").name == "Bath")
    }

    @Test func anOldFunctionCanBeCalledButItsContextIsRetired() throws {
        let text = """
            service "end" { type = "Station", args = { name = "end" } }
            service "kept" { reload = "keep", scope = "shared", factory = function(args, c)
                return function(what) return what == "c" and c.get("end").name or "plain" end
            end }
            """
        let living = try Living(text)
        let kept = try living.container.resolve("kept", as: LuaFunction.self)
        #expect(try kept.call("c", as: String.self) == "end")
        try living.reload(text + "-- edited")
        #expect(try kept.call("plain", as: String.self) == "plain")
        #expect(
            message { _ = try kept.call("c", as: String.self) } == """
                container.lua:3: this function belongs to a configuration that has been replaced; it can no longer resolve services
                    a reload has replaced its script, or its container was released
                """)
    }

    /// Scripts of a generation that is over keep no object, but refer to those that somebody holds.
    @Test(arguments: [8 << 20, 512 << 10]) func oldFunctionCanUseObjectsThatAreStillHeld(stack: Int) throws {
        let text = """
            service "end" { type = "Station", args = { name = "end" } }
            service "kept" { reload = "keep", scope = "shared", factory = function(args, c)
                local station = c.get "end"
                return function() return station.name .. (pcall(c.get, "end") and " asked" or "") end
            end }
            """
        let living = try Living(text)
        let kept = try living.container.resolve("kept", as: LuaFunction.self)
        let end = try living.station("end")
        defer { withExtendedLifetime(end) {} }
        let said = Collected<String>()
        let thread = TestThread(stack: stack) {
            for edit in ["", "-- edited", #"service "kept" { factory = function() end }"#] {
                do {
                    if !edit.isEmpty { try living.reload(edit) }
                    said.append(try kept.call(as: String.self))
                } catch {
                    said.append("\(error)")
                }
            }
        }
        thread.join()
        #expect(said.elements == ["end asked", "end", "end"])
    }

    @Test func anOldFunctionIsRetiredThoughAResolveStillUsesItsGeneration() throws {
        let late = Collected<Living>()
        let said = Collected<String>()
        let text = """
            service "end" { type = "Station", args = { name = "end" } }
            service "kept" { factory = function(args, c) return function() return c.get("end").name end end }
            """
        let living = try Living(text) { services in
            services.register("slow", scope: .transient) { resolver in
                for living in late.elements {
                    let kept = try living.container.resolve("kept", as: LuaFunction.self)
                    try living.reload(text + "-- edited")
                    said.append(try kept.call(as: String.self))
                    onThreads(1) { _ in said.append(message { _ = try kept.call(as: String.self) }) }
                }
                return Station(name: "slow", next: nil, later: nil, log: nil)
            }
        }
        late.append(living)
        _ = try living.station("slow")
        #expect(said.elements[0] == "end")
        #expect(said.elements[1].contains("this function belongs to a configuration that has been replaced"))
    }

    @Test func anOldInterpreterLivesAsLongAsAFunctionOfItButKeepsNoInstance() throws {
        let alive = Counter()
        let text = """
            service "asking" { factory = function(args, c)
                local held = c.get "held"
                return function() return held ~= nil end
            end }
            """
        let living = try Living(text) { services in
            services.register("held", scope: .transient) { _ in Held(alive) }
        }
        do {
            let asking = try living.container.resolve("asking", as: LuaFunction.self)
            try living.reload(text + "-- edited")
            #expect(try asking.call(as: Bool.self))
            #expect(alive.value == 0)
        }
        #expect(alive.value == 0)
    }

    /// A shared service that is kept is built once, also when the reload comes while it is built.
    @Test func buildInProgressIsUsedByBothGenerations() throws {
        let (isInside, isReloaded, isAsking, mayGo) = (Gate(), Gate(), Gate(), Gate())
        let builds = Counter()
        let text = #"service "user" { type = "Station", args = { name = "user", next = ref "slow" } }"#
        let living = try Living(text) { services in
            services.register("slow") { _ in
                builds.add()
                isInside.open()
                mayGo.wait()
                return Station(name: "slow", next: nil, later: nil, log: nil)
            }
            services.register("asking") { services in
                isAsking.open()
                return try services.resolve("slow", as: Station.self)
            }
        }
        let built = Collected<Station>()
        onThreads(3) { number in
            do {
                if number == 0 {
                    built.append(try living.station("slow"))
                } else if number == 1 {
                    isInside.wait()
                    try living.reload("-- moved\n" + text)
                    isReloaded.open()
                    isAsking.wait()
                    mayGo.open()
                } else {
                    isReloaded.wait()
                    built.append(try living.station("asking"))
                }
            } catch {
                Issue.record(error)
                for gate in [isInside, isReloaded, isAsking, mayGo] { gate.open() }
            }
        }
        built.append(try living.station("slow"))
        #expect(builds.value == 1)
        #expect(Set(built.elements.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func aReloadInsideAReloadIsRefused() throws {
        let said = Collected<String>()
        let late = Collected<Living>()
        let text = """
            service "caller" { type = "Caller", args = { action = ref "action" }, stop = "close", reload = "rebuild" }
            """
        let living = try Living(text, types: [Caller.self]) { services in
            services.register("action") { _ in
                Caller.Action { for living in late.elements { said.append(message { try living.container.reload() }) } }
            }
        }
        late.append(living)
        _ = try living.container.resolve("caller", as: Caller.self)
        try living.container.reload()
        #expect(
            said.elements == [
                """
                `reload` was called by code that runs as part of a reload or a reset
                    reload from another thread, or once that has returned
                """
            ])
    }

    /// Each of the two threads would wait for the other.
    @Test(.timeLimit(.minutes(5))) func aReloadOfAServiceThatAnotherReloadWaitsForIsRefused() throws {
        let (isBuilding, isReloading) = (Gate(), Gate())
        let late = Lock<Container?>(nil)
        let said = Collected<String>()
        let living = try Living("", types: [Sign.self]) { services in
            services.register("sign") { _ in
                isBuilding.open()
                isReloading.wait()
                said.append(message { try late.withLock { $0 }?.reload() })
                return Sign("built")
            }
            services.addHook(.reloading) { _, _ in
                isReloading.open()
                _ = try late.withLock { $0 }?.resolve("sign", as: Sign.self)
            }
        }
        late.withLock { $0 = living.container }
        defer { late.withLock { $0 = nil } }
        onThreads(2) { number in
            do {
                if number == 0 {
                    said.append(try living.container.resolve("sign", as: Sign.self).name)
                } else {
                    isBuilding.wait()
                    try living.container.reload()
                }
            } catch { Issue.record(error) }
        }
        #expect(
            said.elements == [
                """
                `reload` was called while building a service that another reload is waiting for
                    in service "sign"
                    reload once the service is built
                """, "built",
            ])
    }

    @Test func severalThreadsMayReloadAtOnce() throws {
        let living = try Living(Self.line("end"))
        onThreads(4) { number in
            for round in 0..<25 {
                do { try living.reload(Self.line("end \(number) \(round)")) } catch { Issue.record(error) }
            }
        }
        #expect(try living.station("end").name.hasPrefix("end "))
    }
}

/// Does something when it is stopped.
private final class Caller: Exposed, Sendable {
    final class Action: Exposed, Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }

        static let exposure = Exposure(Action.self) {}
    }

    let action: Action

    init(action: Action) { self.action = action }

    static let exposure = Exposure(Caller.self) {
        Initializer("action") { Caller(action: $0) }
        Method("close") { (caller: Caller) in caller.action.run() }
    }
}

/// Counts how many of it are alive.
private final class Held: Sendable {
    private let alive: Counter

    init(_ alive: Counter) {
        self.alive = alive
        alive.add()
    }

    deinit { alive.add(-1) }
}

private final class Sign: Exposed, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    static let exposure = Exposure(Sign.self) {
        Initializer("name") { Sign($0) }
    }
}
