import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Services replaced for one task, while others go on as before.
@Suite struct OverrideTests {
    private static let line = """
        parameters { town = "Leeds" }
        service "end" { type = "Station", args = { name = "end" } }
        service "start" { type = "Station", args = { name = "start", next = ref "end" } }
        service "town" { type = "Station", args = { name = "at %town%" } }
        service "asking" (function(c) return Station { name = c.get("end").name } end)
        """

    private func station(_ name: String) -> Station { Station(name: name, next: nil, later: nil, log: nil) }

    @Test func aServiceIsReplacedInsideAndRestoredAfter() throws {
        let living = try Living(Self.line)
        let (start, town) = (try living.station("start"), try living.station("town"))
        try living.container.withOverrides {
            $0.override("end") { _ in station("other end") }
        } operation: {
            #expect(try living.station("end").name == "other end")
            #expect(try living.station("start").next?.name == "other end")
            #expect(try living.station("asking").name == "other end")
            let sameTown = town === (try living.station("town"))
            #expect(sameTown)
        }
        let same = start === (try living.station("start"))
        #expect(same)
        #expect(try living.station("asking").name == "end")
    }

    /// The factory would go on with what it began with, and replace nothing without a word.
    @Test func nothingIsReplacedDuringAResolve() throws {
        let late = Lock<Container?>(nil)
        let living = try Living(Self.line) { services in
            services.register("slow") { resolver in
                try late.withLock { $0 }?.withOverrides {
                    $0.override("end") { _ in Station(name: "other", next: nil, later: nil, log: nil) }
                } operation: {
                    try resolver.resolve("start", as: Station.self)
                } ?? Station(name: "none", next: nil, later: nil, log: nil)
            }
        }
        late.withLock { $0 = living.container }
        defer { late.withLock { $0 = nil } }
        #expect(
            message { _ = try living.station("slow") } == """
                `with` cannot be called while a service is resolved or a hook runs: it would have no effect
                    in service "slow"
                    a resolve in progress uses the services that it started with
                """)
    }

    @Test func lazyHandleDoesNotKeepAnOverriddenInstance() throws {
        let living = try Living(
            Self.line + #"service "holder" { type = "Waiting", args = { later = lazy "start" } }"#,
            types: [Waiting.self])
        let holder = try living.container.resolve("holder", as: Waiting.self)
        let inside = try living.container.withOverrides {
            $0.override("town") { _ in station("other") }
        } operation: {
            try holder.later()
        }
        let outside = try holder.later()
        #expect(inside !== outside)
        #expect(outside === (try living.station("start")))
        #expect(outside === (try holder.later()))
    }

    private final class Waiting: Exposed, Sendable {
        let later: LazyService<Station>

        init(later: LazyService<Station>) { self.later = later }

        static let exposure = Exposure(Waiting.self) {
            Initializer("later") { Waiting(later: $0) }
        }
    }

    @Test func overridesChangeTheDefinedServicesOfTheTask() throws {
        let living = try Living(Self.line)
        let here = #line + 2
        try living.container.withOverrides {
            $0.register("late", { _ in station("late") })
            $0.override("end") { _ in station("other") }
        } operation: {
            #expect(living.container.contains("late"))
            #expect(living.container.location(of: "late")?.line == here)
            #expect(living.container.location(of: "end")?.line == here + 1)
            #expect(living.container.contains("start"))
        }
        #expect(!living.container.contains("late"))
        #expect(living.container.location(of: "late") == nil)
        #expect(living.container.location(of: "end")?.line == 2)
    }

    @Test func overrideReplacesAnExistingInstanceResolvedByType() throws {
        let living = try Living("service \"only\" { type = \"Station\", args = { name = \"only\" } }")
        #expect(try living.container.resolve(Station.self).name == "only")
        try living.container.withOverrides {
            $0.override("only") { _ in station("other") }
        } operation: {
            try #expect(living.container.resolve(Station.self).name == "other")
        }
        #expect(try living.container.resolve(Station.self).name == "only")
    }

    @Test func overrideReplacesARuntimeDependencyOfAFunction() throws {
        let living = try Living(Self.line)
        #expect(try living.station("asking").name == "end")
        try living.container.withOverrides {
            $0.override("end") { _ in station("other") }
        } operation: {
            try #expect(living.station("asking").name == "other")
        }
    }

    /// The direct build of the outer ones contains that of the inner one.
    @Test func overrideReplacesATransientPartOfADirectBuild() throws {
        let living = try Living(
            """
            parameters { town = "Leeds" }
            service "end" { type = "Stop", scope = "transient", args = { name = "%town%" } }
            service "middle" { type = "Leg", scope = "transient", args = { name = "middle", stop = ref "end" } }
            service "start" { type = "Trip", scope = "transient", args = { name = "to %town%", leg = ref "middle" } }
            """, types: [Stop.self, Leg.self, Trip.self])
        #expect(try living.container.resolve(Trip.self).leg.stop.name == "Leeds")
        try living.container.withOverrides {
            $0.override("end", scope: .transient) { _ in Stop(name: "York") }
        } operation: {
            let trip = try living.container.resolve(Trip.self)
            #expect([trip.name, trip.leg.name, trip.leg.stop.name] == ["to Leeds", "middle", "York"])
            try living.container.setParameter("town", to: "Hull")
            #expect(try living.container.resolve(Trip.self).name == "to Hull")
        }
        let trip = try living.container.resolve(Trip.self)
        #expect([trip.name, trip.leg.name, trip.leg.stop.name] == ["to Leeds", "middle", "Leeds"])
    }

    private final class Stop: Exposed, Sendable {
        let name: String
        init(name: String) { self.name = name }

        static let exposure = Exposure(Stop.self) { Initializer("name", body: Stop.init) }
    }

    private final class Leg: Exposed, Sendable {
        let name: String
        let stop: Stop

        init(name: String, stop: Stop) { (self.name, self.stop) = (name, stop) }

        static let exposure = Exposure(Leg.self) { Initializer("name", "stop", body: Leg.init) }
    }

    private final class Trip: Exposed, Sendable {
        let name: String
        let leg: Leg

        init(name: String, leg: Leg) { (self.name, self.leg) = (name, leg) }

        static let exposure = Exposure(Trip.self) { Initializer("name", "leg", body: Trip.init) }
    }

    @Test func overridesReplaceParameters() throws {
        let living = try Living(Self.line)
        #expect(try living.station("town").name == "at Leeds")
        try living.container.withOverrides {
            $0.setParameter("town", to: "York")
        } operation: {
            #expect(try living.station("town").name == "at York")
            #expect(try living.container.parameter("town", as: String.self) == "York")
            try living.container.setParameter("town", to: "Hull")
            #expect(try living.container.parameter("town", as: String.self) == "Hull")
        }
        #expect(try living.station("town").name == "at Leeds")
        #expect(try living.container.parameter("town", as: String.self) == "Leeds")
    }

    @Test func instanceSuppliedInsideOverridesEndsWithThem() throws {
        let living = try Living(Self.line)
        try living.container.withOverrides { _ in
        } operation: {
            try living.container.supply(station("mine"), for: "end")
            #expect(try living.station("end").name == "mine")
        }
        #expect(try living.station("end").name == "end")
    }

    @Test func reloadPoliciesDoNotAffectOverrides() throws {
        let living = try Living(
            """
            service "end" { type = "Station", args = { name = "end" } }
            service "kept" { type = "Station", args = { name = "kept", next = ref "end" }, reload = "keep" }
            service "anew" { type = "Station", args = { name = "anew" }, reload = "rebuild" }
            """)
        let (anew, _) = (try living.station("anew"), try living.station("kept"))
        try living.container.supply(station("supplied"), for: "end")
        try living.container.withOverrides {
            $0.override("end") { _ in station("other") }
        } operation: {
            #expect(try living.station("kept").next?.name == "other")
            let same = anew === (try living.station("anew"))
            #expect(same)
        }
        #expect(try living.station("end").name == "supplied")
    }

    @Test func hooksRunForOverriddenServices() throws {
        let living = try Living(
            Self.line + "\n" + #"hook.created("end", function(station) station:leave("seen " .. station.name) end)"#)
        try living.container.withOverrides {
            $0.override("end") { [log = living.log] _ in
                Station(name: "other", next: nil, later: nil, log: Station.Log(log))
            }
        } operation: {
            try #expect(living.station("end").name == "other")
        }
        #expect(living.log.elements == ["seen other"])
    }

    @Test func innermostOverrideApplies() throws {
        let living = try Living(Self.line)
        try living.container.withOverrides {
            $0.override("end") { _ in station("outer") }
        } operation: {
            try living.container.withOverrides {
                $0.setParameter("town", to: "York")
            } operation: {
                try #expect(living.station("end").name == "outer")
                try #expect(living.station("town").name == "at York")
            }
            try living.container.withOverrides {
                $0.override("end") { _ in station("inner") }
            } operation: {
                try #expect(living.station("start").next?.name == "inner")
            }
            #expect(try living.station("start").next?.name == "outer")
        }
    }

    @Test func faultsOfOverridesAreThrown() throws {
        let living = try Living(Self.line)
        #expect(
            message {
                try living.container.withOverrides {
                    $0.override("end") { _ in Station.Log(living.log) }
                } operation: {
                }
            } == """
                container.lua:3: service "start": argument "next" expects Station, got the service "end", which is Log
                """)
        #expect(throws: Problem.self) {
            try living.container.withOverrides { _ in
            } operation: {
                throw Problem()
            }
        }
        #expect(try living.station("end").name == "end")
    }

    private struct Problem: Error {}

    /// Only a reload adopts the environment for services that exist; whatever is built inside reads it, as outside.
    @Test(arguments: [true, false]) func anOverrideDoesNotAdoptTheEnvironment(_ isThin: Bool) throws {
        let variables = Lock(["TOWN": "Leeds"])
        let text = """
            parameters { town = "%env(TOWN)%", unused = 1 }
            service "end" { type = "Station", args = { name = "end" } }
            service "town" { type = "Station", args = { name = param "town" } }
            service "asking" (function(c) return Station { name = c.param("town") } end)
            service "new" { type = "Station", args = { name = param "town", next = ref "town" } }
            service "start" { type = "Station", args = { name = param "town", next = ref "end" } }
            """
        let living = try Living(text, variables: variables)
        let outside = try ["town", "asking", "start"].map { try living.station($0) }
        variables.withLock { $0["TOWN"] = "York" }
        try living.container.withOverrides {
            $0.override("end") { _ in station("other") }
            if !isThin { $0.setParameter("unused", to: 2) }
        } operation: {
            let inside = try ["town", "asking"].map { try living.station($0) }
            #expect(inside.map(ObjectIdentifier.init) == outside.prefix(2).map(ObjectIdentifier.init))
            let new = try living.station("new")
            #expect([new.name, new.next?.name] == ["York", "Leeds"])
            let start = try living.station("start")
            #expect([start.name, start.next?.name] == ["York", "other"])
            #expect(try living.container.parameter("town", as: String.self) == "York")
        }
        #expect(try living.station("start") === outside[2])
        try living.reload()
        #expect(try ["town", "asking", "start"].map { try living.station($0).name } == ["York", "York", "York"])
    }

    @Test func concurrentTasksUseTheirOwnOverrides() async throws {
        let living = try Living(Self.line)
        let outside = try living.station("start")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await living.container.withOverrides {
                        $0.override("end") { _ in Station(name: "\(number)", next: nil, later: nil, log: nil) }
                    } operation: {
                        for _ in 0..<20 {
                            await Task.yield()
                            let name = try await Task { try living.station("start").next?.name }.value
                            #expect(name == "\(number)")
                        }
                    }
                }
                group.addTask {
                    let same = outside === (try living.station("start"))
                    #expect(same)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func taskThatOutlivesOverridesUsesTheContainer() async throws {
        let living = try Living(Self.line)
        let late = try living.container.withOverrides {
            $0.override("end") { _ in station("other") }
        } operation: {
            Task {
                while (try living.station("end").name) == "other" { await Task.yield() }
                return try living.station("end").name
            }
        }
        #expect(try await late.value == "end")
    }

    @Test func onlyInstancesBuiltInsideOverridesAreStoppedAtTheirEnd() throws {
        let text = """
            service "there" { type = "Station", args = { name = "there", log = ref "log" }, stop = "close" }
            service "inside" { type = "Station", args = { name = "inside", log = ref "log" }, stop = "close" }
            """
        let living = try Living(text)
        _ = try living.station("there")
        try living.container.withOverrides {
            $0.setParameter("some", to: 1, declaring: true)
        } operation: {
            _ = (try living.station("there"), try living.station("inside"))
        }
        #expect(living.log.elements == ["close inside"])
    }

    @Test func reloadDoesNotAffectRunningOverrides() throws {
        let text =
            Self.line + "\n"
            + #"service "log station" { type = "Station", args = { name = "x", log = ref "log" }, stop = "close" }"#
        let living = try Living(text)
        _ = try living.station("log station")
        try living.container.withOverrides {
            $0.override("end") { _ in station("other") }
        } operation: {
            onThreads(1) { _ in
                do { try living.reload(text.replacing(#"name = "x""#, with: #"name = "y""#)) } catch {
                    Issue.record(error)
                }
            }
            try #expect(living.station("end").name == "other")
            try #expect(living.station("log station").name == "x")
            #expect(living.log.elements == [])
        }
        #expect(living.log.elements == ["close x"])
        #expect(try living.station("log station").name == "y")
    }
}
