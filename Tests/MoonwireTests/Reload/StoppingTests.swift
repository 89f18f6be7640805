import Moonwire
import TestSupport
import Testing

/// When and in which order instances are stopped.
@Suite struct StoppingTests {
    private static func line(_ end: String) -> String {
        """
        service "end" { type = "Station", args = { name = "\(end)", log = ref "log" }, stop = "close" }
        service "start" { type = "Station", args = { name = "start", next = ref "end", log = ref "log" }, stop = "close" }
        service "apart" { type = "Station", args = { name = "apart", log = ref "log" }, stop = "close" }
        """
    }

    @Test func replacedInstancesAreStoppedBeforeTheirDependencies() throws {
        let living = try Living(Self.line("end"))
        _ = (try living.station("apart"), try living.station("start"))
        try living.reload(Self.line("terminus"))
        #expect(living.log.elements == ["close start", "close end"])
        _ = try living.station("start")
        try living.reload()
        #expect(living.log.elements == ["close start", "close end"])
    }

    @Test func endOfTheContainerStopsRemainingInstances() throws {
        var living: Living? = try Living(Self.line("end"))
        let log = living?.log
        _ = (try living?.station("apart"), try living?.station("start"))
        try living?.reload(Self.line("terminus"))
        living = nil
        #expect(log?.elements == ["close start", "close end", "close apart"])
    }

    @Test func stopCanBeAFunction() throws {
        let text = #"service "made" { type = "Station", args = { name = "a", log = ref "log" }, stop = STOP }"#
        let stop = #"function(station) station:leave("left " .. station.name) end"#
        let living = try Living(text.replacing("STOP", with: stop))
        _ = try living.station("made")
        try living.reload(text.replacing("STOP", with: "nil"))
        #expect(living.log.elements == ["left a"])
    }

    @Test func aStopThatFailsIsReportedAndTheOthersAreStopped() throws {
        let text = """
            service "one" { type = "Station", args = { name = "one", log = ref "log" }, stop = "close", reload = "rebuild" }
            service "two" {
                type = "Station", args = { name = "two" }, reload = "rebuild",
                stop = function() error("no way out") end,
            }
            """
        let living = try Living(text)
        _ = (try living.station("one"), try living.station("two"))
        try living.reload()
        #expect(living.log.elements == ["close one"])
        let said = living.container.diagnostics.entries.map { living.readable("\($0)") }
        #expect(said == [#"container.lua:4: warning: service "two" could not be stopped: no way out"#])
    }

    @Test func suppliedInstancesAreNotStopped() throws {
        let living = try Living(Self.line("end"))
        _ = try living.station("end")
        try living.container.supply(
            Station(name: "mine", next: nil, later: nil, log: Station.Log(living.log)), for: "end")
        #expect(living.log.elements == ["close end"])
        try living.container.supply(Station(name: "other", next: nil, later: nil, log: nil), for: "end")
        try living.reload(Self.line("terminus"))
        #expect(living.log.elements == ["close end"])
    }

    /// Runs `body` while another thread is in the midst of a resolve that uses "start"; that resolve must go on with the
    /// same instances as if nothing had happened.
    private func duringAResolve(_ body: @escaping @Sendable (Living) throws -> Void) throws -> Living {
        let (isInside, mayGo) = (Gate(), Gate())
        let living = try Living(Self.line("end")) { services in
            services.register("slow", scope: .transient) { resolver in
                let first: Station = try resolver.resolve("start")
                isInside.open()
                mayGo.wait()
                let again: Station = try resolver.resolve("start")
                return Station(name: first === again ? "same" : "other", next: again, later: nil, log: nil)
            }
        }
        let outcome = Collected<String>()
        onThreads(2) { number in
            do {
                if number == 0 {
                    let slow = try living.station("slow")
                    outcome.append("\(slow.name) \(slow.next?.next?.name ?? "")")
                } else {
                    isInside.wait()
                    defer { mayGo.open() }
                    try body(living)
                }
            } catch { outcome.append("\(error)") }
        }
        #expect(outcome.elements == ["same end"])
        return living
    }

    @Test func aReplacedInstanceIsStoppedOnlyWhenTheLastResolveOfItsGenerationEnds() throws {
        let living = try duringAResolve { living in
            try living.reload(Self.line("terminus"))
            #expect(try living.station("start").next?.name == "terminus")
            #expect(living.log.elements == [])
        }
        #expect(living.log.elements == ["close start", "close end"])
    }

    /// What a long resolve uses may be kept by one reload and replaced by the next.
    @Test func aResolveAcrossTwoReloadsKeepsWhatItUses() throws {
        let living = try duringAResolve { living in
            try living.reload("-- moved\n" + Self.line("end"))
            try living.reload(Self.line("terminus"))
            #expect(living.log.elements == [])
        }
        #expect(living.log.elements == ["close start", "close end"])
    }
}
