import Moonwire
import TestSupport
import Testing

/// Calls on values: a method that returns the type of the value replaces it by what it returns.
@Suite struct ValueCallTests {
    private func route(_ text: String) throws -> Itinerary {
        try wire(text, types: [Itinerary.self, Traveler.self]).resolve("route", as: Itinerary.self)
    }

    @Test func callReplacesAValueByItsResult() throws {
        let route = try route(
            """
            service "route" {
                type = "Itinerary", args = { "Bern" },
                call = { { "adding", stop = "Chur" }, { "adding", "Wien" } },
            }
            """)
        #expect(route.stops == ["Bern", "Chur", "Wien"])
    }

    @Test func laterStepsReceiveTheChangedValue() throws {
        let container = try wire(
            """
            local seen
            service "route" {
                type = "Itinerary", args = { "Bern" }, call = { { "adding", "Chur" }, { "note" } },
                configure = function(route) seen = route:count() end,
            }
            service "traveler" { type = "Traveler", args = { route = ref "route" } }
            hook.created("route", function(route) assert(route:count() == 2 and seen == 2) end)
            """, types: [Itinerary.self, Traveler.self])
        #expect(try container.resolve("traveler", as: Traveler.self).route.stops == ["Bern", "Chur"])
    }

    @Test func callReplacesAValueThatAFunctionMakes() throws {
        let route = try route(
            """
            service "route" {
                factory = function() return Itinerary { start = "Bern" } end, call = { { "adding", "Chur" }, { "adding", "Wien" } },
            }
            """)
        #expect(route.stops == ["Bern", "Chur", "Wien"])
    }

    @Test func callReplacesAnInlineValue() throws {
        let container = try wire(
            """
            service "traveler" {
                type = "Traveler", args = { route = inline { type = "Itinerary", args = { "a" }, call = { { "adding", "b" } } } },
            }
            """, types: [Itinerary.self, Traveler.self])
        #expect(try container.resolve("traveler", as: Traveler.self).route.stops == ["a", "b"])
    }

    @Test func callReplacesAnAsynchronousValue() async throws {
        let container = try wire(
            """
            service "route" {
                factory = "Itinerary.planned", args = { "Bern" },
                call = { { "adding", "Chur" }, { "extended", stop = "Wien" } },
            }
            """, types: [Itinerary.self])
        #expect(try await container.resolve("route", as: Itinerary.self).stops == ["Bern", "Chur", "Wien"])
    }

    @Test func theChangedValueIsStopped() throws {
        do {
            let container = try wire(
                """
                service "route" {
                    type = "Itinerary", args = { "Bern" }, call = { { "adding", "Chur" }, { "adding", "Wien" } }, stop = "close",
                }
                """, types: [Itinerary.self])
            _ = try container.resolve("route", as: Itinerary.self)
        }
        #expect(Itinerary.closed.elements == [["Bern", "Chur", "Wien"]])
    }

    @Test func aFailedCallStopsTheChangedValue() throws {
        let container = try wire(
            """
            service "route" {
                type = "Itinerary", args = { "Rom" }, call = { { "adding", "Bari" }, { "fail" } }, stop = "abandon",
            }
            """, types: [Itinerary.self])
        #expect(throws: ContainerError.self) { try container.resolve("route", as: Itinerary.self) }
        #expect(Itinerary.abandoned.elements == [["Rom", "Bari"]])
    }

    @Test func aChangedCallRebuildsTheValue() throws {
        func text(_ stop: String) -> String {
            """
            service "route" { type = "Itinerary", args = { "Bern" }, call = { { "adding", "\(stop)" } } }
            service "traveler" { type = "Traveler", args = { route = ref "route" } }
            """
        }
        let living = try Living(text("Chur"), types: [Itinerary.self, Traveler.self])
        #expect(try living.container.resolve("traveler", as: Traveler.self).route.stops == ["Bern", "Chur"])
        try living.reload(text("Wien"))
        #expect(try living.container.resolve("traveler", as: Traveler.self).route.stops == ["Bern", "Wien"])
    }

    @Test func otherResultsAreIgnoredWithAWarning() throws {
        let container = try wire(
            "service \"route\" { type = \"Itinerary\", args = { \"Bern\" }, call = { { \"count\" } } }",
            types: [Itinerary.self])
        #expect(
            container.diagnostics.entries.map(\.message)
                == ["service \"route\": `call` ignores what Itinerary.count returns"])
    }
}

private struct Itinerary: Exposed {
    static let closed = Collected<[String]>()
    static let abandoned = Collected<[String]>()

    var stops: [String]

    static let exposure = Exposure(Itinerary.self) {
        Initializer("start") { (start: String) in Itinerary(stops: [start]) }
        StaticMethod("planned", "start") { (start: String) async in Itinerary(stops: [start]) }
        Method("adding", "stop") { (route: Itinerary, stop: String) in Itinerary(stops: route.stops + [stop]) }
        Method("extended", "stop") { (route: Itinerary, stop: String) async in Itinerary(stops: route.stops + [stop]) }
        Method("count") { (route: Itinerary) in route.stops.count }
        Method("note") { (_: Itinerary) in }
        Method("close") { (route: Itinerary) in closed.append(route.stops) }
        Method("abandon") { (route: Itinerary) in abandoned.append(route.stops) }
        Method("fail") { (_: Itinerary) -> Void in throw CancellationError() }
    }
}

private final class Traveler: Exposed, Sendable {
    let route: Itinerary

    init(route: Itinerary) { self.route = route }

    static let exposure = Exposure(Traveler.self) { Initializer("route", body: Traveler.init) }
}
