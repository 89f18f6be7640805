import Moonwire
import Testing

/// Ranges, maps whose keys are integers, and lists of pairs that keep their order.
@Suite struct OrderedValueTests {
    private func plan(_ args: String, before: String = "", variables: [String: String] = [:]) throws -> Plan {
        try wire(
            before + "service \"plan\" { type = \"Plan\", args = { \(args) } }", variables: variables,
            types: [Plan.self, Stop.self]
        ).resolve("plan", as: Plan.self)
    }

    @Test("19: ranges are strings as Swift writes them") func rangesAreStrings() throws {
        let plan = try plan("hours = \"8..<18\", days = \"1...5\", share = \"-0.5...1.5\"")
        #expect(plan.hours == 8..<18)
        #expect(plan.days == 1...5)
        #expect(plan.share == -0.5...1.5)
    }

    @Test(
        "19: other strings are faults at load",
        arguments: [
            ("hours = \"8...18\"", "hours", "a range such as \"1..<5\", got the string \"8...18\""),
            ("hours = \"18..<8\"", "hours", "a range such as \"1..<5\", got the string \"18..<8\""),
            ("hours = { 8, 18 }", "hours", "a range such as \"1..<5\", got a list"),
            ("days = \"1..<5\"", "days", "a range such as \"1...5\", got the string \"1..<5\""),
            ("days = \"1...x\"", "days", "a range such as \"1...5\", got the string \"1...x\""),
            ("days = \"0...256\"", "days", "a range such as \"1...5\", got the string \"0...256\""),
            ("share = \"nan...1\"", "share", "a range such as \"1...5\", got the string \"nan...1\""),
            ("share = 1", "share", "a range such as \"1...5\", got the integer 1"),
        ])
    func otherRangesAreFaults(args: String, label: String, expected: String) {
        #expect(
            message { _ = try plan(args) }
                == "container.lua:1: service \"plan\": argument \"\(label)\" expects \(expected)")
    }

    @Test func functionsReceiveAndReturnRanges() throws {
        let container = try wire(
            """
            service "plan" (function() return Plan { hours = "1..<3" } end)
            hook.created("plan", function(plan) assert(plan.hours == "1..<3") end)
            """,
            types: [Plan.self, Stop.self])
        #expect(try container.resolve("plan", as: Plan.self).hours == 1..<3)
    }

    @Test("19: keys of maps may be integers") func keysMayBeIntegers() throws {
        #expect(try plan("codes = { [\"404\"] = \"none\", [\"-1\"] = \"end\" }").codes == [404: "none", -1: "end"])
        let filled = try plan(
            "codes = { [\"%env(CODE)%\"] = \"none\" }", variables: ["CODE": "404"])
        #expect(filled.codes == [404: "none"])
        let json = try plan("codes = \"%env(json:CODES)%\"", variables: ["CODES": "{\"7\": \"seven\"}"])
        #expect(json.codes == [7: "seven"])
    }

    @Test("19: the values of such maps may be services") func valuesOfMapsMayBeServices() throws {
        let plan = try plan(
            "stops = { [\"2\"] = ref \"b\", [\"10\"] = inline { type = \"Stop\", args = { \"c\" } } }, "
                + "places = { [\"7\"] = ref \"b\" }",
            before: "service \"b\" { type = \"Stop\", args = { \"b\" } } ")
        #expect(plan.stops.mapValues(\.name) == [2: "b", 10: "c"])
        #expect(plan.places.mapValues(\.name) == [7: "b"])
    }

    @Test(arguments: ["stops", "places", "codes"]) func otherKeysAreFaultsAtLoad(label: String) {
        for key in ["x", "04", "1.5"] {
            let value = label == "codes" ? "\"b\"" : "ref \"b\""
            let text = message {
                _ = try wire(
                    """
                    service "b" { type = "Stop", args = { "b" } }
                    service "plan" { type = "Plan", args = { \(label) = { ["\(key)"] = \(value) } } }
                    """, types: [Plan.self, Stop.self])
            }
            #expect(
                text == "container.lua:2: service \"plan\": argument \"\(label)\" expects an integer as a key, "
                    + "got the string \"\(key)\"")
        }
    }

    @Test func aHoleNamesTheWayToWriteSuchAMap() {
        #expect(
            message { _ = try plan("codes = { [404] = \"none\" }") }
                == """
                container.lua:1: service "plan": the list at args.codes has a hole
                    write `null` for an empty element
                    a map whose keys are integers has strings as keys: `["404"] = …`
                """)
    }

    @Test("19: pairs keep their order") func pairsKeepTheirOrder() throws {
        let plan = try plan(
            "steps = { { \"z\", 1 }, { \"a\", 2 }, { \"z\", 3 } }, route = { { 2, ref \"b\" }, { 1, ref \"b\" } }, "
                + "tour = { { \"x\", ref \"b\" } }",
            before: "service \"b\" { type = \"Stop\", args = { \"b\" } } ")
        #expect(plan.steps.map(\.key) == ["z", "a", "z"])
        #expect(plan.steps.map(\.value) == [1, 2, 3])
        #expect(plan.route.map(\.key) == [2, 1])
        #expect(plan.route.allSatisfy { $0.value === plan.route[0].value })
        #expect(plan.tour.map(\.value.name) == ["b"])
    }

    @Test func functionsReceiveAndReturnPairs() throws {
        let container = try wire(
            """
            service "plan" (function() return Plan { steps = { { "b", 1 }, { "a", 2 } } } end)
            hook.created("plan", function(plan) assert(plan.steps[2][1] == "a" and plan.steps[2][2] == 2) end)
            """,
            types: [Plan.self, Stop.self])
        #expect(try container.resolve("plan", as: Plan.self).steps.map(\.key) == ["b", "a"])
    }

    @Test(arguments: [
        ("steps = { a = 1 }", "\"steps\" expects a list of pairs { key, value }, got a map"),
        ("steps = { { \"a\" } }", "\"steps\" at 1 is not a pair { key, value }"),
        ("steps = { { \"a\", 1, 2 } }", "\"steps\" at 1 is not a pair { key, value }"),
        ("steps = { { \"a\", 1 }, 5 }", "\"steps\" at 2 is not a pair { key, value }"),
        ("steps = { { \"a\", \"x\" } }", "\"steps\" at 1.2 expects an integer, got the string \"x\""),
        ("route = { { \"a\", ref \"b\" } }", "\"route\" at 1.1 expects an integer, got the string \"a\""),
        ("route = { { 1, ref \"plan\" } }", "\"route\" at 1.2 expects Stop, got the service \"plan\", which is Plan"),
    ])
    func otherPairsAreFaultsAtLoad(args: String, expected: String) {
        let text = message {
            _ = try plan(args, before: "service \"b\" { type = \"Stop\", args = { \"b\" } } ")
        }
        #expect(text.contains("service \"plan\": argument \(expected)"), "\(text)")
    }

    @Test func shapesAreWrittenInManifests() throws {
        let arguments = Plan.exposure.description.initializers[0].arguments
        #expect(
            arguments.map(\.shape).prefix(3) == [
                .range(.integer(min: .min, max: .max)), .closedRange(.integer(min: 0, max: 255)),
                .closedRange(.number),
            ])
        #expect(arguments.map(\.shape).contains(.pairs(key: .text, value: .integer(min: .min, max: .max))))
    }
}

private protocol Place: Sendable { var name: String { get } }

private final class Stop: Exposed, Place {
    let name: String

    init(_ name: String) { self.name = name }

    static let exposure = Exposure(Stop.self) {
        Initializer("name", body: Stop.init)
        Provides { $0 as any Place }
    }
}

private final class Plan: Exposed, Sendable {
    let hours: Range<Int>
    let days: ClosedRange<UInt8>
    let share: ClosedRange<Double>
    let codes: [Int: String]
    let stops: [Int: Stop]
    let places: [Int: any Place]
    let steps: KeyValuePairs<String, Int>
    let route: KeyValuePairs<Int, Stop>
    let tour: KeyValuePairs<String, any Place>

    init(
        hours: Range<Int>, days: ClosedRange<UInt8>, share: ClosedRange<Double>, codes: [Int: String],
        stops: [Int: Stop], places: [Int: any Place], steps: KeyValuePairs<String, Int>,
        route: KeyValuePairs<Int, Stop>, tour: KeyValuePairs<String, any Place>
    ) {
        self.hours = hours
        self.days = days
        self.share = share
        self.codes = codes
        self.stops = stops
        self.places = places
        self.steps = steps
        self.route = route
        self.tour = tour
    }

    static let exposure = Exposure(Plan.self) {
        Initializer(
            ExposedArgument("hours", default: 0..<1), ExposedArgument("days", default: 0...1),
            ExposedArgument("share", default: 0...1), ExposedArgument("codes", default: [:]),
            ExposedArgument("stops", default: [:]), ExposedArgument("places", default: [:]),
            ExposedArgument("steps", default: [:]), ExposedArgument("route", default: [:]),
            ExposedArgument("tour", default: [:]), body: Plan.init)
        Property("hours", \.hours)
        Property("steps", \.steps)
    }
}
