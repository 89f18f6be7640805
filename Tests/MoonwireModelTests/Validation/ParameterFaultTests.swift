import ModelFixtures
import MoonwireModel
import MoonwireValues
import TestSupport
import Testing

@Suite struct ParameterFaultTests {
    private func report(_ parameters: [(String, WiredValue)], _ definitions: Definition...) throws -> String {
        var wiring = ModelWiring()
        wiring.definitions = definitions
        wiring.parameters = parameters.enumerated().map { ($1.0, $1.1, $0 + 1) }
        return try wiring.report()
    }

    @Test func useOfAnUnknownParameterIsReportedAtItsLocation() throws {
        #expect(
            try report(
                [("brand", "B")], service("x", "Engine", ["brand": param("brnd", line: 9)], line: 8),
                service("y", "Engine", ["brand": text("a ", "brnad", " b")], line: 10),
                service("z", .type(TextTemplate([.parameter("kind")])), line: 11),
                service("w", "Fleet", ["byName": ["a": param("none")]], line: 12)) == """
                    test.lua:9: service "x": argument "brand" refers to parameter "brnd", which is not defined
                        did you mean "brand"?
                    test.lua:10: service "y": argument "brand" refers to parameter "brnad", which is not defined
                        did you mean "brand"?
                    test.lua:11: service "z": "type" refers to parameter "kind", which is not defined
                    test.lua:12: service "w": argument "byName" at a refers to parameter "none", which is not defined
                    """)
    }

    @Test func parameterThatRefersToAnUnknownOneIsReported() throws {
        #expect(
            try report([("host", "h"), ("url", text("http://", "hots", "")), ("deep", ["a": [param("hots")]])]) == """
                test.lua:2: parameter "url": parameter "hots" is not defined
                    did you mean "host"?
                test.lua:3: parameter "deep.a": parameter "hots" is not defined
                    did you mean "host"?
                """)
    }

    @Test func faultOfAParameterIsReportedOnceAndNotOfItsUsers() throws {
        #expect(
            try report(
                [("a", text("x ", "none", "")), ("b", text("", "a", " y")), ("c", param("b"))],
                service("x", "Engine", ["brand": text("", "c", "!")], line: 9)) == """
                    test.lua:1: parameter "a": parameter "none" is not defined
                    """)
    }

    @Test func cyclesAreReportedOnceEachWithTheirChain() throws {
        #expect(
            try report([
                ("a", text("", "b", "!")), ("b", text("<", "a", ">")), ("into", param("a")), ("self", param("self")),
                ("x", [param("y")]), ("y", ["z": param("x")]),
            ]) == """
                test.lua:1: parameter "a" refers to itself: a -> b -> a
                test.lua:4: parameter "self" refers to itself: self -> self
                test.lua:5: parameter "x" refers to itself: x -> y -> x
                """)
    }

    @Test func cycleThatIsReachedFromOutsideIsReportedAtItsOwnLine() throws {
        #expect(
            try report([("a0", param("b")), ("b", param("c")), ("c", param("b"))])
                == "test.lua:2: parameter \"b\" refers to itself: b -> c -> b")
    }

    @Test func listsAndMapsCannotBePartOfAString() throws {
        #expect(
            try report(
                [("list", ["a"]), ("map", ["k": 1]), ("alone", text("", "map")), ("bad", text("is ", "list", ""))],
                service("x", "Engine", ["brand": text("has ", "map", "")], line: 9)) == """
                    test.lua:4: parameter "bad": parameter "list" is not a string, number, or Boolean, and cannot be part of a string
                        write "%list%" alone to pass the value as it is
                    test.lua:9: service "x": argument "brand": parameter "map" is not a string, number, or Boolean, and cannot be part of a string
                        write "%map%" alone to pass the value as it is
                    """)
    }

    @Test func valueOfAParameterIsCheckedWhereItIsUsed() throws {
        #expect(
            try report(
                [("port", "80"), ("ports", [1, "2"])], service("x", "Settings", ["port": param("port")], line: 9))
                == "test.lua:9: service \"x\": argument \"port\" expects an integer from 0 to 65535, got the string \"80\""
        )
    }

    @Test func missingVariableIsNotAFaultOfTheLoad() throws {
        #expect(
            try report(
                [("home", .environment(env("HOME_OF"))), ("sub", text("", "home", "/sub"))],
                service("x", "Engine", ["brand": text("at ", "sub", "")])) == "")
    }

    @Test func chainTooLongIsAFaultAndNoCrash() throws {
        let chain = (1000..<2500).map { ("p\($0)", text("", "p\($0 + 1)", "!")) } + [("p2500", "end")]
        let reports = Collected<String>()
        onThreads(1, stack: 1 << 20) { _ in
            reports.append((try? report(chain)) ?? "thrown")
        }
        #expect(
            reports.elements == [
                "test.lua:1437: parameter \"p2436\" refers to its value through more than 64 other parameters"
            ])
    }

    @Test func parametersThatDoubleEachOtherAreAFault() throws {
        let texts = (10..<60).map { ("t\($0)", text("", "t\($0 + 1)", "", "t\($0 + 1)", "")) } + [("t60", "text")]
        #expect(try report(texts) == "test.lua:32: parameter \"t41\" exceeds 1048576 bytes and elements")
        let empty = (10..<60).map { ("t\($0)", text("", "t\($0 + 1)", "", "t\($0 + 1)", "")) } + [("t60", "")]
        #expect(try report(empty) == "")
        let lists = (10..<60).map { ("l\($0)", WiredValue.list([param("l\($0 + 1)"), param("l\($0 + 1)")])) }
        #expect(
            try report(lists + [("l60", "element")]).hasSuffix("exceeds 1048576 bytes and elements"))
    }
}
