import Moonwire
import TestSupport
import Testing

/// An instance that several services have is stopped once, and not while another of them still has it.
@Suite struct SameInstanceStopTests {
    private static func station(_ id: String, _ rest: String = "") -> String {
        #"service "\#(id)" { type = "Station", stop = "close", args = { name = "\#(id)", log = ref "log" }, \#(rest) }"#
            + "\n"
    }

    private static func giving(_ id: String, _ factory: String, _ rest: String = "") -> String {
        #"service "\#(id)" { factory = \#(factory), stop = "close", \#(rest) }"# + "\n"
    }

    private static let get = #"function(_, c) return c.get "b" end"#
    private static let failing = #"configure = function() error "x" end"#

    /// Each way to fail with an instance that another service has.
    private static let failures = [
        station("b") + giving("a", get, failing),
        station("b") + giving("a", #"{ ref "b", "itself" }"#, #"call = { { "fail" } }"#),
        #"service "b" { type = "Station", args = { name = "b", log = ref "log" } }"# + "\n" + giving("a", get, failing),
        station("b") + giving("a", get) + #"hook.created("a", function() error "no" end)"#,
        station("b") + station("a")
            + #"hook.created("a", function(_, i) return i.get "b" end) hook.created("a", function() error "no" end)"#,
        station("b") + giving("a", get)
            + """
            hook.created("a", function(station, i)
                return Station { name = "late", log = i.get "log", next = station }
            end)
            hook.created("a", function() error "no" end)
            """,
    ]

    @Test(arguments: failures) func failingBuildDoesNotStopTheInstanceOfAnotherService(text: String) throws {
        let living = try Living(text)
        let other = try living.station("b")
        for _ in 0..<2 { #expect(throws: ContainerError.self) { try living.station("a") } }
        #expect(!living.log.elements.contains("close b"))
        #expect(try living.station("b") === other)
    }

    @Test func anAnswerOfTheWrongTypeIsNotStopped() throws {
        let text =
            Self.station("a") + #"hook.created("a", function(_, i) return i.get "log" end)"#
            + #" service "other" { factory = function(_, c) return c.get "log" end, stop = STOP }"#
        let living = try Living(
            text.replacing("STOP", with: #"function(_, c) c.get("note"):leave "stopped other" end"#)
                + #" service "note" { type = "Station", args = { name = "note", log = ref "log" } }"#)
        _ = try living.container.resolve("other", as: Station.Log.self)
        #expect(throws: ContainerError.self) { try living.station("a") }
        #expect(living.log.elements == ["close a"])
        #expect(living.container.diagnostics.entries.map { "\($0)" }.filter { $0.contains("could not be") } == [])
    }

    @Test func failingBuildDoesNotStopAnInstanceOfTheOpenGraph() throws {
        let text = """
            service "b" { type = "Station", scope = "graph", args = { name = "b", log = ref "log" } }
            service "user" {
                scope = "transient",
                factory = function(_, c)
                    local before = c.get "b"
                    assert(not pcall(c.get, "a"))
                    return before
                end,
            }

            """
        let living = try Living(text + Self.giving("a", Self.get, Self.failing))
        #expect(try living.station("user").name == "b")
        #expect(living.log.elements == [])
    }

    @Test(arguments: [false, true]) func endOfTheContainerStopsASharedInstanceOnce(isOfHook: Bool) throws {
        let a =
            isOfHook
            ? Self.station("a") + #"hook.created("a", function(_, i) return i.get "b" end)"#
            : Self.giving("a", Self.get)
        let log: Collected<String>
        do {
            let living = try Living(Self.station("b") + Self.station("c") + a)
            log = living.log
            #expect(try living.station("a").name == "b")
            _ = try living.station("c")
        }
        #expect(log.elements == ["close c"] + (isOfHook ? ["close a"] : []) + ["close b"])
    }

    @Test func aHookThatPutsBackWhatAnotherReplacedHasItStoppedOnce() throws {
        let hooks = """
            local first
            hook.created("a", function(station, i)
                first = station
                return Station { name = "between", log = i.get "log" }
            end)
            hook.created("a", function() return first end)
            hook.created("a", function() FAIL end)
            """
        for fails in [false, true] {
            let log: Collected<String>
            do {
                let text = Self.station("a") + hooks.replacing("FAIL", with: fails ? #"error "no""# : "")
                let living = try Living(text)
                log = living.log
                #expect((try? living.station("a").name) == (fails ? nil : "a"))
            }
            #expect(log.elements.sorted() == ["close a", "close between"])
        }
    }

    @Test func reloadThatRemovesOneServiceOfAnInstanceDoesNotStopIt() throws {
        let log: Collected<String>
        do {
            let living = try Living(Self.station("b") + Self.giving("a", Self.get))
            log = living.log
            let station = try living.station("a")
            try living.reload(Self.station("b"))
            #expect(log.elements == [])
            #expect(try living.station("b") === station)
        }
        #expect(log.elements == ["close b"])
    }

    @Test func supplyForOneServiceOfAnInstanceDoesNotStopIt() throws {
        let log: Collected<String>
        do {
            let living = try Living(Self.station("b") + Self.giving("a", Self.get))
            log = living.log
            _ = try living.station("a")
            try living.container.supply(Station(name: "mine", next: nil, later: nil, log: nil), for: "a")
            #expect(log.elements == [])
            #expect(try living.station("b").name == "b")
        }
        #expect(log.elements == ["close b"])
    }

    @Test func instanceUsedInsideOverridesIsNotStoppedAtTheirEnd() throws {
        let living = try Living(Self.station("b") + Self.giving("a", Self.get))
        let station = try living.station("b")
        try living.container.withOverrides { _ in
        } operation: {
            try #expect(living.station("a") === station)
        }
        #expect(living.log.elements == [])
    }

    /// Inside, the service is built again from an instance that the container already has.
    @Test func instanceOfTheContainerIsNotStoppedWithOverrides() throws {
        let log = Collected<String>()
        let one = Station(name: "one", next: nil, later: nil, log: Station.Log(log))
        let text = Self.station("x") + Self.giving("a", #"function(_, c) c.get "x" return c.get "keep" end"#)
        let living = try Living(text) { $0.register("keep", scope: .transient) { _ in one } }
        #expect(try living.station("a") === one)
        try living.container.withOverrides {
            $0.override("x") { _ in Station(name: "other", next: nil, later: nil, log: nil) }
        } operation: {
            try #expect(living.station("a") === one)
        }
        #expect(log.elements == [])
    }

    @Test func anInstanceThatTheApplicationSuppliesTwiceIsStoppedOnce() throws {
        let text = """
            service "one" { type = "Station", synthetic = true, stop = "close" }
            service "two" { type = "Station", synthetic = true, stop = "close" }
            """
        let log: Collected<String>
        do {
            let living = try Living(text)
            log = living.log
            let station = Station(name: "both", next: nil, later: nil, log: Station.Log(log))
            for id in ["one", "two"] { try living.container.supply(station, for: id) }
            try living.container.supply(
                Station(name: "other", next: nil, later: nil, log: Station.Log(log)), for: "one")
            #expect(log.elements == [])
        }
        #expect(log.elements == ["close both", "close other"])
    }
}
