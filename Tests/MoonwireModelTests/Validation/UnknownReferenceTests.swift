import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct UnknownReferenceTests {
    @Test func unknownReferenceIsReportedWithLocationSuggestionAndPath() throws {
        let wiring = ModelWiring(
            service("newsletter", "Car", ["engine": ref("smtp"), "trailer": ref("mailer")], line: 3),
            service("mailer", "Car", ["engine": ref("smpt", line: 13)], line: 12),
            service("smtp", "Engine", ["brand": "S"], line: 20))
        #expect(
            try wiring.check().first?.description == """
                test.lua:13: service "mailer": argument "engine" refers to "smpt", which is not defined
                    did you mean "smtp"?
                    needed by newsletter -> mailer
                """)
    }

    @Test func everyKindOfUnknownReferenceNamesItsLocation() throws {
        let missing = ref("x")
        let wiring = ModelWiring(
            service("positional", .type("Car"), [:], [missing], line: 1),
            service("nested", "Fleet", ["engines": [ref("ok"), missing], "byName": ["b": missing]], line: 2),
            service(
                "steps", .type("Probe"), set: ["engine": missing],
                calls: [
                    call("note", ["one": "1", "two": 2, "three": missing]), call("note", [:], ["1", 2, missing]),
                ],
                line: 3),
            service("made", .method(of: missing, name: "car"), line: 4),
            service("user", function(), uses: ["ok", "x"], line: 5),
            service("outer", "Car", ["engine": .inline(service("", "Car", ["engine": missing], line: 6))], line: 6),
            alias("other", of: "x", line: 7),
            service("handles", "Remote", ["engine": ref("x", .lazy), "engines": ref("x", .provider)], line: 8),
            service("ok", "Engine", ["brand": "OK"], line: 9))
        let faults = try wiring.check().filter { $0.code == .unknownService }
        #expect(
            faults.map(\.description) == [
                "test.lua:1: service \"positional\": argument 1 refers to \"x\", which is not defined",
                "test.lua:2: service \"nested\": argument \"byName\" at b refers to \"x\", which is not defined",
                "test.lua:2: service \"nested\": argument \"engines\" at 2 refers to \"x\", which is not defined",
                "test.lua:3: service \"steps\": argument \"three\" of call \"note\" refers to \"x\", which is not defined",
                "test.lua:3: service \"steps\": argument 3 of call \"note\" refers to \"x\", which is not defined",
                "test.lua:3: service \"steps\": property \"engine\" refers to \"x\", which is not defined",
                "test.lua:4: service \"made\": \"factory\" refers to \"x\", which is not defined",
                "test.lua:5: service \"user\": \"uses\" refers to \"x\", which is not defined",
                "test.lua:6: service \"outer\": argument \"engine\" refers to \"x\", which is not defined",
                "test.lua:7: alias \"other\" refers to \"x\", which is not defined",
                "test.lua:8: service \"handles\": argument \"engine\" refers to \"x\", which is not defined",
                "test.lua:8: service \"handles\": argument \"engines\" refers to \"x\", which is not defined",
            ])
    }

    @Test func optionalReferenceMayBeUndefined() throws {
        #expect(
            try ModelWiring(
                service("jaguar", "Car", ["engine": ref("v8"), "trailer": ref("x", .optional)]),
                service("v8", "Engine", ["brand": "V8"])
            ).check().isEmpty)
    }

    @Test func parameterThatRefersToNothingIsReportedEvenUnused() throws {
        var wiring = ModelWiring(service("v8", "Engine", ["brand": "V8"]))
        wiring.parameters = [
            ("motor", ref("v9"), 1), ("list", [ref("v8"), ref("v10", line: 3)], 2),
            ("inline", .inline(service("", "Car", ["engine": ref("v11")])), 4), ("free", ref("gone", .optional), 5),
        ]
        #expect(
            try wiring.report() == """
                test.lua:1: parameter "motor" refers to "v9", which is not defined
                test.lua:3: parameter "list" refers to "v10", which is not defined
                test.lua:4: parameter "inline" refers to "v11", which is not defined
                """)
    }

    @Test func parameterWithAnUnknownReferenceIsReportedAtItsDefinition() throws {
        var wiring = ModelWiring(service("jaguar", "Car", ["engine": param("motor", line: 9)], line: 8))
        wiring.parameters = [("motor", ref("v9"), 1)]
        #expect(
            try wiring.report() == """
                test.lua:1: parameter "motor" refers to "v9", which is not defined
                """)
    }

    @Test func manyUnknownReferencesAreCheckedQuickly() throws {
        var wiring = ModelWiring()
        wiring.definitions = (0..<3_000).map { number in
            service("service.number.\(number)", "Car", ["engine": ref("missing.number.\(number % 10)")], line: number)
        }
        #expect(try wiring.check().filter { $0.code == .unknownService }.count == 3_000)
    }
}
