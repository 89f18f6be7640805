import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A new value of an environment variable is a change, secret or not.
@Suite struct VariableReloadTests {
    /// Ways in which the service "town" comes to know the variable TOWN.
    private static let wirings = [
        #"service "town" { type = "Station", args = { name = "%env(TOWN)%" } }"#,
        #"service "town" { type = "Station", args = { name = env.secret "TOWN" } }"#,
        #"service "town" { type = "Station", args = { name = "the %env(TOWN)%" } }"#,
        """
        parameters { town = env.secret "TOWN" }
        service "town" { type = "Station", args = { name = param "town" } }
        """,
        """
        parameters { town = { name = "%env(TOWN)%" } }
        service "town" { type = "Station", args = { name = "to %town.name%" } }
        """,
        """
        parameters { town = env.secret "TOWN" }
        service "town" (function(c) return Station { name = c.param "town" } end)
        """,
        """
        service "inner" { type = "Station", scope = "transient", args = { name = "%env(TOWN)%" } }
        service "town" { factory = { ref "inner", "itself" } }
        """,
        """
        service "inner" { type = "Station", args = { name = "%env(TOWN)%" } }
        service "town" { factory = { ref "inner", "itself" } }
        """,
        """
        service "town" { factory = { inline { type = "Station", args = { name = "%env(TOWN)%" } }, "itself" } }
        """,
        #"service "town" { type = "Station", scope = "weak", args = { name = "%env(TOWN)%" } }"#,
        """
        local town = env.string "TOWN"
        service "town" (function() return Station { name = town } end)
        """,
        """
        parameters { town = { name = "%env(TOWN)%" }, whole = "to %town.name%" }
        local town = now(param "whole")
        service "town" (function() return Station { name = town } end)
        """,
    ]

    @Test(arguments: wirings)
    func aVariableThatWasReadWhenAServiceWasBuiltReplacesIt(wiring: String) throws {
        let variables = Lock(["TOWN": "Leeds", "OTHER": "x"])
        let text = wiring + "\n" + #"service "apart" { type = "Station", args = { name = "%env(OTHER)%" } }"#
        let living = try Living(text, variables: variables)
        let apart = try living.station("apart")
        let town = try living.station("town")
        #expect(town.name.hasSuffix("Leeds"))
        try living.reload()
        #expect(try living.container.reloadPlan().isEmpty)
        #expect(town === (try living.station("town")))
        variables.withLock { $0["TOWN"] = "York" }
        #expect(try living.container.reloadPlan().replaced.map(\.id).contains("town"))
        let plan = try living.container.reload()
        #expect(plan.replaced.map(\.id).contains("town"))
        #expect(plan.kept == ["apart"])
        #expect(!"\(plan)".contains("York"))
        #expect(try living.station("town").name.hasSuffix("York"))
        #expect(apart === (try living.station("apart")))
        _ = town
    }

    @Test func removedVariableReplacesItsUsers() throws {
        let variables = Lock(["TOWN": "Leeds"])
        let living = try Living(
            """
            service "made" { type = "Station", args = { name = env.string("TOWN", "nowhere") } }
            """, variables: variables)
        #expect(try living.station("made").name == "Leeds")
        variables.withLock { $0["TOWN"] = nil }
        try living.reload()
        #expect(try living.station("made").name == "nowhere")
    }

    @Test(arguments: [
        #"service "place" { type = "%env(KIND)%", args = { name = "Leeds" } }"#,
        """
        parameters { kind = "%env(KIND)%" }
        service "place" { type = param "kind", args = { name = "Leeds" } }
        """,
        #"service "place" { factory = "Village.%env(KIND)%", args = { name = "Leeds" } }"#,
    ])
    func aVariableThatChoosesTheTypeReplacesTheService(wiring: String) throws {
        let variables = Lock(["KIND": "Station"])
        let living = try Living(wiring, variables: variables, types: [Village.self])
        func kind() throws -> String { "\(type(of: try living.container.resolve("place", as: AnyObject.self)))" }
        #expect(try kind() == "Station")
        #expect(try living.reload() == "kept: place")
        variables.withLock { $0["KIND"] = "Village" }
        #expect(try living.reload().contains("replaced: place (changed)"))
        #expect(try kind() == "Village")
    }

    private final class Village: Exposed, Sendable {
        static let exposure = Exposure(Village.self) {
            Initializer("name") { (_: String) in Village() }
            StaticMethod("Station", "name") { (name: String) in Station(name: name, next: nil, later: nil, log: nil) }
            StaticMethod("Village", "name") { (_: String) in Village() }
        }
    }

    @Test func variableThatASwiftFactoryReadReplacesItsService() throws {
        let variables = Lock(["TOWN": "Leeds"])
        let living = try Living(#"parameters { town = env.secret "TOWN" }"#, variables: variables) { services in
            services.register("town") { resolver in
                Station(name: try resolver.parameter("town"), next: nil, later: nil, log: nil)
            }
        }
        #expect(try living.station("town").name == "Leeds")
        variables.withLock { $0["TOWN"] = "York" }
        try living.reload()
        #expect(try living.station("town").name == "York")
    }
}
