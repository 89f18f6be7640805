import MoonwireCore
import MoonwireValues
import Testing

@Suite struct ParameterTests {
    private func container(_ parameters: (String, WiredValue)..., definitions: Definition...) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = definitions
        wiring.parameters = parameters.map { ($0, $1, nil) }
        return try wiring.container()
    }

    @Test func nestedValuesAreReachableByDottedNameAndWhole() throws {
        let container = try container(("db", ["host": "h", "port": 1, "pool": ["max": 5]]), ("db.user", "u"))
        #expect(try container.parameter("db.host", as: String.self) == "h")
        #expect(try container.parameter("db.pool.max", as: Int.self) == 5)
        #expect(try container.parameter("db.pool", as: [String: Int].self) == ["max": 5])
        #expect(
            try container.parameter("db", as: PlainValue.self)
                == ["host": "h", "port": 1, "pool": ["max": 5], "user": "u"])
    }

    @Test func mapsFromSwiftAreReachableByDottedName() throws {
        let container = try container(("db", .value(["pool": ["max": 5], "hosts": ["a", "b"]])))
        #expect(try container.parameter("db.pool.max", as: Int.self) == 5)
        #expect(try container.parameter("db.hosts", as: [String].self) == ["a", "b"])
    }

    @Test func mapsOfLayersMergeDeeplyAndListsReplace() throws {
        var wiring = Wiring()
        wiring.services.setParameter("db", to: ["host": "below", "port": 1, "pool": ["max": 5, "min": 1]])
        wiring.services.setParameter("hosts", to: ["a", "b"])
        wiring.services.setParameter("mode", to: ["x": 1], file: "App.swift", line: 3)
        wiring.parameters = [
            ("db", ["host": "above", "pool": ["max": 9]], nil), ("hosts", ["c"], nil), ("mode", 2, nil),
        ]
        let container = try wiring.container()
        #expect(
            try container.parameter("db", as: PlainValue.self)
                == ["host": "above", "port": 1, "pool": ["max": 9, "min": 1]])
        #expect(try container.parameter("hosts", as: [String].self) == ["c"])
        #expect(try container.parameter("mode", as: Int.self) == 2)
    }

    @Test func severalPlaceholdersInOneText() throws {
        let container = try container(
            ("host", "h"), ("port", 8080), ("tls", true), ("ratio", .value(1.5)),
            ("url", text("", "host", ":", "port", "")), ("all", text("%", "tls", " ", "ratio", " ", "url", "/", "url")))
        #expect(try container.parameter("url", as: String.self) == "h:8080")
        #expect(try container.parameter("all", as: String.self) == "%true 1.5 h:8080/h:8080")
    }

    @Test func placeholderAloneKeepsItsType() throws {
        let container = try container(
            ("port", 8080), ("same", text("", "port")), ("list", [text("", "port"), text("p", "port")]))
        #expect(try container.parameter("same", as: Int.self) == 8080)
        #expect(try container.parameter("list", as: PlainValue.self) == [8080, "p8080"])
    }

    @Test func parameterUsedTwiceIsNotACycle() throws {
        let container = try container(
            ("base", "b"), ("one", text("", "base")), ("two", text("", "base", "")),
            ("list", [param("one"), param("one"), param("two")]), ("text", text("", "one", "", "one", "", "two")))
        #expect(try container.parameter("list", as: [String].self) == ["b", "b", "b"])
        #expect(try container.parameter("text", as: String.self) == "bbb")
    }

    @Test func unknownParameterIsAnErrorWithTheNearestName() throws {
        let container = try container(("db.host", "h"))
        #expect(
            message { try container.parameter("db.hots", as: String.self) } == """
                parameter "db.hots" is not defined
                    did you mean "db.host"?
                """)
    }

    @Test func parameterOfAnotherTypeIsAnError() throws {
        let container = try container(("port", "http"), ("servers", [["port": 80], ["port": "x"]]))
        #expect(
            message { try container.parameter("port", as: Int.self) }
                == "parameter \"port\" expects an integer, got the string \"http\"")
        #expect(
            message { try container.parameter("servers", as: [[String: Int]].self) }
                == "parameter \"servers\" at 2.port expects an integer, got the string \"x\"")
    }

    @Test func parameterMayHoldAReference() throws {
        let container = try container(
            ("motor", ref("v8")), ("motors", [ref("v8"), ref("v8")]), ("indirect", text("", "motor")),
            definitions: service("v8", "Engine", ["brand": "V8"]),
            service("jaguar", "Car", ["engine": text("", "indirect")]),
            service("fleet", "Fleet", ["engines": param("motors")]))
        let v8 = try container.resolve("v8", as: Engine.self)
        #expect(try container.resolve("jaguar", as: Car.self).engine === v8)
        #expect(try container.resolve("fleet", as: Fleet.self).engines.map(\.brand) == ["V8", "V8"])
    }

    @Test func parameterCanChooseATypeAndAFactory() throws {
        let container = try container(
            ("type", "Engine"), ("static", text("", "type", ".standard")), ("workshop", ref("workshop")),
            ("method", "car"),
            definitions: service(
                "a", .type(TextTemplate([.parameter("type")])), ["brand": "A"]),
            service("b", .staticMethod(TextTemplate([.parameter("static")])), ["brand": "B"]),
            service("workshop", "Workshop"),
            service(
                "c", .method(of: param("workshop"), name: TextTemplate([.parameter("method")])), ["engine": ref("a")]))
        #expect(try container.resolve("a", as: Engine.self).brand == "A")
        #expect(try container.resolve("b", as: Engine.self).cylinders == 8)
        #expect(try container.resolve("c", as: Car.self).engine.brand == "A")
    }
}
