import Moonwire
import Testing

/// Methods that are called after the construction: `call = { { "method", argument, label = argument } }`.
@Suite struct CallTests {
    private func band(_ text: String) throws -> Band {
        try wire("service \"band\" { type = \"Band\", \(text) }", types: Band.types).resolve("band", as: Band.self)
    }

    @Test func callsTakeArgumentsByLabelByPositionOrBoth() throws {
        let band = try band(
            """
            call = {
                { "play", "Aria", tempo = 90 },
                { "play", tempo = 120, title = "Gigue" },
                { "play", "Largo" },
                { "rest" },
            },
            """)
        #expect(band.played == ["Aria 90", "Gigue 120", "Largo 60", "rest"])
    }

    @Test func labelsReachServicesAndParameters() throws {
        let container = try wire(
            """
            parameters { title = "Sonata" }
            service "drum" { type = "Drum" }
            service "band" { type = "Band", call = { { "add", drum = ref "drum", loud = true }, { "play", title = "%title%" } } }
            """, types: Band.types)
        #expect(try container.resolve("band", as: Band.self).played == ["drum, loud", "Sonata 60"])
    }

    @Test func labelsReachMethodsOfWhatAFunctionMakes() throws {
        let container = try wire(
            """
            service "band" { factory = function() return Band {} end, call = { { "play", tempo = 1, title = "x" } } }
            """, types: Band.types)
        #expect(try container.resolve("band", as: Band.self).played == ["x 1"])
    }

    @Test func labelsAreInherited() throws {
        let container = try wire(
            """
            service "base" { abstract = true, type = "Band", call = { { "play", title = "first" } } }
            service "band" { parent = "base", call = { { "play", title = "second" } } }
            """, types: Band.types)
        #expect(try container.resolve("band", as: Band.self).played == ["first 60", "second 60"])
    }

    @Test func changedLabelIsAReasonToRebuild() throws {
        func text(_ call: String) -> String { "service \"band\" { type = \"Band\", call = { { \(call) } } }" }
        let living = try Living(text("\"play\", title = \"Aria\", tempo = 1"), types: Band.types)
        let first = try living.container.resolve("band", as: Band.self)
        try living.reload(text("\"play\", tempo = 1, title = \"Aria\""))
        #expect(try living.container.resolve("band", as: Band.self) === first)
        try living.reload(text("\"play\", tempo = 2, title = \"Aria\""))
        #expect(try living.container.resolve("band", as: Band.self).played == ["Aria 2"])
    }

    @Test(arguments: [
        (
            "{ \"play\", titel = \"x\" }",
            "Band.play has no argument \"titel\"\n    did you mean \"title\"?\n    it takes (title, tempo?)"
        ),
        ("{ \"play\", \"x\", title = \"y\" }", "argument \"title\" is given by position and by label"),
        ("{ \"play\", tempo = 3 }", "Band.play needs argument \"title\""),
        (
            "{ \"play\", title = \"x\", tempo = \"fast\" }",
            "argument \"tempo\" of call \"play\" expects an integer, got the string \"fast\""
        ),
        (
            "{ \"add\", drum = ref \"durm\" }",
            "argument \"drum\" of call \"add\" refers to \"durm\", which is not defined"
        ),
    ])
    func faultsOfLabelsAreOnTheLineOfTheCall(call: String, fault: String) {
        let text = message {
            _ = try wire(
                """
                service "band" {
                    type = "Band",
                    call = {
                        { "rest" },
                        \(call),
                    },
                }
                """, types: Band.types)
        }
        #expect(text.hasPrefix("container.lua:5: service \"band\": \(fault)"), "\(text)")
    }

    @Test(arguments: [
        ("{ title = \"x\" }", "a map"), ("{}", "a list"), ("{ 1, title = 2 }", "a list"),
        ("\"rest\"", "the string \"rest\""),
        ("ref \"x\"", "a reference"),
    ])
    func callBeginsWithTheNameOfAMethod(call: String, found: String) {
        let text = message { _ = try band("call = { \(call) }") }
        #expect(
            text == """
                container.lua:1: service "band": "call" expects { "method", argument, label = argument, … }, got \(found)
                """)
    }

    @Test func callsAreAList() {
        #expect(
            message { _ = try band("call = { play = { title = \"x\" } }") }
                == "container.lua:1: service \"band\": \"call\" expects a list of calls, got a map")
    }
}

private final class Drum: Exposed, Sendable {
    static let exposure = Exposure(Drum.self) { Initializer { Drum() } }
}

private final class Band: Exposed, @unchecked Sendable {  // Changed only before it is shared.
    static let types: [any Exposed.Type] = [Band.self, Drum.self]

    var played: [String] = []

    static let exposure = Exposure(Band.self) {
        Initializer { Band() }
        Method("play", "title", ExposedArgument("tempo", default: 60)) { (band: Band, title: String, tempo: Int) in
            band.played.append("\(title) \(tempo)")
        }
        Method("rest") { (band: Band) in band.played.append("rest") }
        Method("add", "drum", ExposedArgument("loud", default: false)) { (band: Band, _: Drum, loud: Bool) in
            band.played.append(loud ? "drum, loud" : "drum")
        }
    }
}
