import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct ValueInspectionTests {
    private func value(_ value: WiredValue, variables: [String: String] = [:]) throws -> ValueInspection {
        var wiring = ModelWiring(service("a", .type("Engine"), ["brand": value], line: 1), service("v8", "Engine"))
        wiring.parameters = [
            ("host", "localhost", 2), ("url", text("http://", "host", "/"), 3),
            ("password", .environment(env("PASSWORD", secret: true)), 4),
            ("smtp", .map(["host": "mail", "password": .environment(env("PASSWORD", secret: true))]), 5),
        ]
        wiring.variables = variables
        return try #require(try wiring.inspection().service("a")?.values.first)
    }

    @Test(
        arguments: [
            ("\u{1b}[0m\r\n", #""\u{1b}[0m\r\n""#), (nil, "null"), (true, "true"), (4, "4"), (1.5, "1.5"),
            ("a \"b\"\n", #""a \"b\"\n""#), ([], "{}"),
            ([1, "a"], #"{ 1, "a" }"#), (["b": 1, "a c": [2]], #"{ ["a c"] = { 2 }, b = 1 }"#),
        ] as [(PlainValue, String)])
    func plainValuesAreShownAsInScripts(plain: PlainValue, written: String) throws {
        let value = try value(.value(plain))
        #expect(value.written == written)
        #expect(value.filled == nil)
    }

    @Test func referencesAreShownAsInScripts() throws {
        #expect(try value(ref("v8", .provider)).written == "provider \"v8\"")
        #expect(try value([ref("v8"), param("host")]).written == "{ ref \"v8\", param \"host\" }")
        #expect(try value(.environment(env("PORT", .int))).written == "\"%env(int:PORT)%\"")
        #expect(try value(.environment(env("TOKEN", secret: true))).written == "env.secret \"TOKEN\"")
        #expect(try value(text("100% of ", "host")).written == "\"100%% of %host%\"")
        let inline = service("", .type("Engine"), ["brand": "x"], set: ["on": true], calls: [call("start", [:], [1])])
        #expect(
            try value(.inline(inline)).written
                == "inline { type = \"Engine\", args = { brand = \"x\" }, set = { on = true }, call = { { \"start\", 1 } } }"
        )
    }

    @Test func parametersAreFilledIn() throws {
        let value = try value(["to": text("", "url", "?"), "id": ref("v8")])
        #expect(value.filled == "{ id = ref \"v8\", to = \"http://localhost/?\" }")
        #expect(value.parameters == ["url"])
        #expect(value.fault == nil)
    }

    @Test func parametersOfServicesWithoutIdsAreNamed() throws {
        let inline = service("", .type("Engine"), ["a": [text("", "url")], "b": param("host")])
        #expect(try value([.inline(inline)]).parameters == ["url", "host"])
    }

    @Test func valueThatCannotBeFilledInShowsTheFault() throws {
        let value = try value(.environment(env("PORT", .int)))
        #expect(value.filled == nil)
        #expect(value.fault == "environment variable \"PORT\" is not set")
    }

    @Test func secretsAreMaskedInInspectedValues() throws {
        let variables = ["PASSWORD": "swordfish"]
        #expect(try value(param("password"), variables: variables).filled == "\"***\"")
        #expect(try value([text("", "password", "!"), 1], variables: variables).filled == "{ \"***\", 1 }")
        #expect(try value(param("smtp"), variables: variables).filled == "\"***\"")
        #expect(try value("the swordfish swims", variables: variables).written == "\"the *** swims\"")
        #expect(try value("a sword\"fish", variables: ["PASSWORD": "sword\"fish"]).written == "\"a ***\"")
    }
}
