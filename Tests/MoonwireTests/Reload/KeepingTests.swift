import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Which instances go on in the next generation: those built from plain data that is equal, and those that say so.
@Suite struct KeepingTests {
    @Test func instanceOfAFunctionIsKeptWhileAllFilesAreUnchanged() throws {
        let text = #"service "made" (function(c) return Station { name = "made" } end)"#
        let living = try Living(text, files: ["part.lua": ""])
        let made = try living.station("made")
        #expect(try living.reload() == "kept: made")
        let same = made === (try living.station("made"))
        #expect(same)
        #expect(try living.reload(text + " -- a comment") == "replaced: made (a function, and files have changed)")
        let other = made !== (try living.station("made"))
        #expect(other)
    }

    @Test(arguments: [
        #"configure = function() end"#, #"stop = function() end"#,
        #"args = { name = "x", next = inline { factory = function() return Station { name = "in" } end } }"#,
    ])
    func functionAnywhereInADefinitionReplacesTheInstance(field: String) throws {
        let args = field.hasPrefix("args") ? "" : #"args = { name = "x" }, "#
        let text = #"service "made" { type = "Station", \#(args)\#(field) }"#
        let living = try Living(text)
        let made = try living.station("made")
        #expect(try living.reload() == "kept: made")
        try living.reload(text + " -- a comment")
        let other = made !== (try living.station("made"))
        #expect(other)
    }

    @Test func variableThatAScriptReadReplacesInstancesOfFunctions() throws {
        let variables = Lock(["TOWN": "Leeds"])
        let living = try Living(
            """
            local town = env.string("TOWN", "nowhere")
            service "made" (function(c) return Station { name = town } end)
            """, variables: variables)
        #expect(try living.station("made").name == "Leeds")
        #expect(try living.reload() == "kept: made")
        variables.withLock { $0["TOWN"] = "York" }
        try living.reload()
        #expect(try living.station("made").name == "York")
        variables.withLock { $0["TOWN"] = nil }
        try living.reload()
        #expect(try living.station("made").name == "nowhere")
    }

    @Test func parameterSetByTheApplicationKeepsTheInstance() throws {
        let text = """
            parameters { town = "Leeds" }
            service "town" { type = "Station", args = { name = "%town%" } }

            """
        let living = try Living(text)
        try living.container.setParameter("town", to: "York")
        let town = try living.station("town")
        #expect(town.name == "York")
        #expect(try living.reload(text + "-- edited") == "kept: town")
        let same = town === (try living.station("town"))
        #expect(same)
    }

    /// What a parameter holds may read others in its turn.
    @Test func nestedParametersReplaceOnlyTheirUsers() throws {
        let text = """
            parameters {
                town = "Leeds", river = "Aire",
                stop = inline { type = "Station", args = { name = param "town" } },
            }
            service "line" { type = "Station", args = { name = "line", next = param "stop" } }
            service "town" { type = "Station", args = { name = param "town" } }
            service "river" { type = "Station", args = { name = param "river" } }
            """
        let living = try Living(text)
        for id in ["line", "town", "river"] { _ = try living.station(id) }
        #expect(try living.reload(text + "-- edited") == "kept: line, river, town")
        let stop = try living.reload(text.replacing("} },", with: #"}, scope = "transient" },"#))
        #expect(stop.hasSuffix("replaced: line (changed)\nkept: river, town"))
        try living.reload(text)
        _ = try living.station("line")
        let ouse = try living.reload(text.replacing("Aire", with: "Ouse"))
        #expect(ouse.hasSuffix("replaced: river (changed)\nkept: line, town"))
        let york = try living.reload(text.replacing("Leeds", with: "York"))
        #expect(york.hasSuffix("replaced: line (changed)\nreplaced: town (changed)"))
        #expect(try living.station("line").next?.name == "York")
    }

    @Test func reloadKeepKeepsTheInstanceDespiteChanges() throws {
        let text = #"service "made" { type = "Station", args = { name = "one" }, reload = "keep" }"#
        let user = "\n" + #"service "user" { type = "Station", args = { name = "user", next = ref "made" } }"#
        let living = try Living(text + user)
        let (made, first) = (try living.station("made"), try living.station("user"))
        let plan = try living.reload(text.replacing("one", with: "two") + user)
        #expect(plan == "~ service \"made\" (container.lua:1 -> container.lua:1)\nkept: made, user")
        let (again, user2) = (try living.station("made"), try living.station("user"))
        let same = made === again && first === user2
        #expect(same)
    }

    @Test func reloadKeepReplacesAnInstanceOfAnotherType() throws {
        let text = #"service "made" { type = "Station", args = { name = "one" }, reload = "keep" }"#
        let living = try Living(text, types: [Signal.self])
        _ = try living.station("made")
        let plan = try living.reload(#"service "made" { type = "Signal", reload = "keep" }"#)
        #expect(plan.hasSuffix("replaced: made (changed)"))
        _ = try living.container.resolve("made", as: Signal.self)
    }

    @Test func suppliedInstanceMustFitTheNewDefinition() throws {
        let text = #"service "guest" { synthetic = true, type = "Station" }"#
        let living = try Living(text, types: [Signal.self])
        let guest = Station(name: "guest", next: nil, later: nil, log: nil)
        try living.container.supply(guest, for: "guest")
        try living.edit(text.replacing("Station", with: "Signal"))
        #expect(
            message { try living.container.reload() }
                == #"container.lua:1: service "guest" expects Signal, got Station"#)
        let same = guest === (try living.station("guest"))
        #expect(same)
    }

    @Test func reloadRebuildReplacesTheServiceAndItsUsers() throws {
        let living = try Living(
            """
            service "made" { type = "Station", args = { name = "made" }, reload = "rebuild" }
            service "user" { type = "Station", args = { name = "user", next = ref "made" } }
            """)
        let user = try living.station("user")
        #expect(
            try living.reload() == """
                replaced: user (rebuilt each time: user -> made)
                replaced: made (rebuilt each time)
                """)
        let other = user !== (try living.station("user"))
        #expect(other)
    }

    @Test func runtimeDependenciesOfSwiftFactoriesAreRecorded() throws {
        let text = """
            parameters { town = "Leeds" }
            service "end" { type = "Station", args = { name = "end" } }
            """
        let living = try Living(text) { services in
            services.register("direct") { Station(name: "d", next: try $0.resolve("end"), later: nil, log: nil) }
            services.register("reading") {
                Station(name: try $0.parameter("town"), next: nil, later: nil, log: nil)
            }
            services.register("step", scope: .transient) {
                Station(name: "s", next: try $0.resolve("end"), later: nil, log: nil)
            }
            services.register("indirect") { Station(name: "i", next: try $0.resolve("step"), later: nil, log: nil) }
            services.register("apart") { _ in Station(name: "a", next: nil, later: nil, log: nil) }
        }
        let ids = ["direct", "reading", "indirect", "apart"]
        for id in ids { _ = try living.station(id) }
        #expect(try living.reload("-- moved\n" + text) == "kept: apart, direct, end, indirect, reading")
        let plan = try living.reload(text.replacing(#"name = "end""#, with: #"name = "terminus""#))
        #expect(
            plan == """
                ~ service "end" (container.lua:3 -> container.lua:2)
                replaced: indirect (changed: indirect -> end)
                replaced: direct (changed: direct -> end)
                replaced: end (changed)
                kept: apart, reading
                """)
        #expect(try living.station("direct").next?.name == "terminus")
        try living.reload(text.replacing("Leeds", with: "York"))
        #expect(try living.station("reading").name == "York")
    }

    @Test func suppliedInstanceIsCarriedOver() throws {
        let text = #"service "guest" { synthetic = true, type = "Station" }"#
        let user = "\n" + #"service "user" { type = "Station", args = { name = "user", next = ref "guest" } }"#
        let living = try Living(text + user)
        let guest = Station(name: "guest", next: nil, later: nil, log: nil)
        try living.container.supply(guest, for: "guest")
        _ = try living.station("user")
        #expect(try living.reload("-- moved\n" + text + user) == "kept: guest, user")
        let same = guest === (try living.station("guest"))
        #expect(same)
    }

    @Test func parameterSetByTheApplicationIsCarriedOver() throws {
        let text = """
            parameters { town = "Leeds", other = "x" }
            service "town" { type = "Station", args = { name = "%town%, %other%" }, scope = "transient" }
            """
        let living = try Living(text)
        try living.container.setParameter("town", to: "York")
        #expect(try living.station("town").name == "York, x")
        try living.reload(text.replacing("Leeds", with: "Hull").replacing("\"x\"", with: "\"y\""))
        #expect(try living.station("town").name == "York, y")
        try living.container.setParameter("town", to: "Bath")
        #expect(try living.station("town").name == "Bath, y")
    }

    @Test func heldWeakInstanceIsCarriedOver() throws {
        let text = #"service "weak" { type = "Station", args = { name = "weak" }, scope = "weak" }"#
        let living = try Living(text)
        let weak = try living.station("weak")
        #expect(try living.reload("-- moved\n" + text) == "kept: weak")
        let same = weak === (try living.station("weak"))
        #expect(same)
        // From the second generation into a third one, beside what is held for good.
        let held = "\n" + #"service "held" { type = "Station", args = { name = "held" } }"#
        try living.reload(text + held)
        let first = try living.station("held")
        #expect(try living.reload(held + "\n" + text) == "kept: held, weak")
        let (second, other) = (try living.station("weak"), try living.station("held"))
        let both = weak === second && first === other
        #expect(both)
        try living.reload(text.replacing(#"name = "weak""#, with: #"name = "other""#))
        #expect(try living.station("weak").name == "other")
    }
}

private final class Signal: Exposed, Sendable {
    static let exposure = Exposure(Signal.self) { Initializer { Signal() } }

    /// NaN equals no number, itself included, and zero equals the zero with the other sign.
    @Test func nanIsUnchangedAndTheSignOfZeroIsAChange() throws {
        func text(_ number: String) -> String {
            """
            parameters { ratio = \(number) }
            service "made" { type = "Holder", args = { value = { y = \(number), x = { \(number) } } }, scope = "shared" }
            service "filled" { type = "Holder", args = { value = param "ratio" } }

            """
        }
        let living = try Living(text("0/0"), types: [Holder.self])
        for id in ["made", "filled"] { _ = try living.container.resolve(id, as: Holder.self) }
        #expect(try living.reload(text("0/0") + "-- a comment") == "kept: filled, made")
        let zero = try living.reload(text("0.0"))
        #expect(zero.hasSuffix("replaced: filled (changed)\nreplaced: made (changed)"))
        for id in ["made", "filled"] { _ = try living.container.resolve(id, as: Holder.self) }
        #expect(try living.reload(text("0.0")) == "kept: filled, made")
        let negative = try living.reload(text("-0.0"))
        #expect(negative.hasSuffix("replaced: filled (changed)\nreplaced: made (changed)"))
    }
}
