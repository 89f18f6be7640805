import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Every instance that was made is stopped once: also one that was not finished, that a hook replaced, or that nobody got.
@Suite struct UnfinishedStopTests {
    private static func made(_ rest: String) -> String {
        #"service "made" { type = "Station", stop = "close", args = { name = "made", log = ref "log" }, \#(rest) }"#
            + "\n"
    }

    /// Each step of a build that can fail once there is an instance.
    private static let steps = [
        made(#"configure = function() error "no" end"#),
        made(#"call = { { "leave", "before" }, { "fail" } }"#),
        made(#"call = { { "fail" } }"#),
        made("") + #"hook.created("made", function() error "no" end)"#,
        #"service "made" { factory = { ref "maker", "itself" }, stop = "close", call = { { "fail" } } }"# + "\n"
            + #"service "maker" { type = "Station", scope = "transient", args = { name = "made", log = ref "log" } }"#,
    ]

    @Test(arguments: steps)
    func anInstanceThatIsNotFinishedIsStopped(step: String) throws {
        let log: Collected<String>
        do {
            let living = try Living(step)
            log = living.log
            #expect(throws: ContainerError.self) { try living.station("made") }
            #expect(log.elements.filter { $0 == "close made" } == ["close made"])
        }
        #expect(log.elements.filter { $0 == "close made" } == ["close made"])
    }

    @Test func instanceReplacedByAHookIsStoppedAfterItsReplacement() throws {
        let log: Collected<String>
        do {
            let living = try Living(
                Self.made("") + """
                    hook.created("made", function(station, info)
                        return Station { name = "first", log = info.get "log", next = station }
                    end)
                    hook.created("made", function(station, info)
                        return Station { name = "second", log = info.get "log", next = station }
                    end)
                    """)
            log = living.log
            #expect(try living.station("made").next?.next?.name == "made")
            try living.reload()
            #expect(log.elements == [])
        }
        #expect(log.elements == ["close second", "close first", "close made"])
    }

    @Test func failingHookStopsTheReplacementOfAnEarlierHook() throws {
        let living = try Living(
            Self.made("") + """
                hook.created("made", function(station, info)
                    return Station { name = "first", log = info.get "log", next = station }
                end)
                hook.created("made", function() error "no" end)
                """)
        #expect(throws: ContainerError.self) { try living.station("made") }
        #expect(living.log.elements == ["close first", "close made"])
    }

    @Test func instanceBuiltAfterASupplyIsStopped() throws {
        let late = Lock<Living?>(nil)
        let text = """
            service "made" { factory = { ref "setting", "itself" }, stop = "close" }
            service "setting" { type = "Station", scope = "transient", args = { name = "made", log = ref "slow" } }
            """
        let living = try Living(text) { services in
            services.register("slow", scope: .transient) { resolver in
                try late.withLock { $0 }?.container
                    .supply(Station(name: "mine", next: nil, later: nil, log: nil), for: "made")
                return try resolver.resolve("log", as: Station.Log.self)
            }
        }
        late.withLock { $0 = living }
        #expect(try living.station("made").name == "mine")
        late.withLock { $0 = nil }
        #expect(living.log.elements == ["close made"])
    }

    /// The definition says how to stop what the application supplies, so the container does.
    @Test func aSyntheticServiceWithStopIsStopped() throws {
        let text = #"service "given" { type = "Station", synthetic = true, stop = "close" }"#
        let log: Collected<String>
        do {
            let living = try Living(text)
            log = living.log
            for name in ["one", "two"] {
                let station = Station(name: name, next: nil, later: nil, log: Station.Log(log))
                try living.container.supply(station, for: "given")
                try living.container.supply(station, for: "given")
            }
            #expect(log.elements == ["close one"])
            try living.reload(text + "-- edited")
            #expect(log.elements == ["close one"])
        }
        #expect(log.elements == ["close one", "close two"])
    }

    @Test func aSyntheticServiceWithoutStopIsNotStopped() throws {
        let log: Collected<String>
        do {
            let living = try Living(#"service "given" { type = "Station", synthetic = true }"#)
            log = living.log
            try living.container.supply(
                Station(name: "one", next: nil, later: nil, log: Station.Log(living.log)), for: "given")
            try living.reload("")
        }
        #expect(log.elements == [])
    }
}
