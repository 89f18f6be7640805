import Moonwire
import Testing

/// The parameters and the suggestions of Polymerase.
@Suite struct PolymeraseParameterTests {
    /// Takes a value as it is.
    struct Holder: Exposed {
        let value: PlainValue

        static let exposure = Exposure(Holder.self) {
            Initializer("value") { Holder(value: $0) }
        }
    }

    private func wiring(_ script: String) throws -> Container {
        try Container(text: script, types: [Part.self, Holder.self], environment: .test)
    }

    /// The value of an argument, beside parameters.
    private func value(_ argument: String, _ parameters: String = #"foo = "bar", count = 5, on = true"#) throws
        -> PlainValue
    {
        try wiring(
            """
            parameters { \(parameters) }
            service "holder" { type = "Holder", args = { value = \(argument) } }
            """
        ).resolve("holder", as: Holder.self).value
    }

    @Test("PM-33: a parameter is read, and replaced by a later one") func reading() throws {
        let container = try wiring(#"parameters { foo = "bar" } parameters { foo = "baz" }"#)
        #expect(try container.parameter("foo", as: String.self) == "baz")
        try container.setParameter("foo", to: "own")
        #expect(try container.parameter("foo", as: String.self) == "own")
    }

    @Test("PM-34: a placeholder in a string is replaced, and a number by its digits") func placeholders() throws {
        #expect(try value(#""plain""#) == "plain")
        #expect(try value(#""a %foo% b""#) == "a bar b")
        #expect(try value(#""count: %count%""#) == "count: 5")
    }

    @Test("PM-35: a string that is one placeholder has the value with its own type") func wholePlaceholder() throws {
        #expect(try value(#""%count%""#) == 5)
        #expect(try value(#""%on%""#) == true)
    }

    @Test("PM-36: two percent signs are one, also in lists") func percentSigns() throws {
        #expect(try value(#""50%%""#) == "50%")
        #expect(try value(#"{ "50%%", "%foo%" }"#) == ["50%", "bar"])
    }

    @Test("PM-37: names of parameters have no spaces, so percent signs with spaces are text") func spaces() throws {
        #expect(try value(#""% foo %""#) == "% foo %")
        #expect(try value(#""5% to 15%""#) == "5% to 15%")
    }

    @Test("PM-38: an unknown parameter is a fault with the nearest name") func unknownParameter() {
        #expect(
            message { _ = try value(#""%fooo%""#) } == """
                container.lua:2: service "holder": argument "value" refers to parameter "fooo", which is not defined
                    did you mean "foo"?
                """)
    }

    @Test("PM-39: parameters refer to others, and in a circle they are a fault") func references() throws {
        #expect(try value(#""%b%""#, #"a = "1", b = "%a%2""#) == "12")
        #expect(
            message { _ = try value(#""x""#, #"a = { "%b%" }, b = "%a%""#) } == """
                container.lua:1: parameter "a" refers to itself: a -> b -> a
                """)
    }

    @Test("PM-40: a parameter that determined the plan cannot be set afterward") func fixedParameter() throws {
        let container = try wiring(
            """
            parameters { type = "Part" }
            service "part" { type = "%type%" }
            """)
        #expect(
            message { try container.setParameter("type", to: "Holder") } == """
                parameter "type" determines a type, a factory, an id, or a tag, and is fixed until the next reload
                    change it in the script and reload
                """)
        #expect(try container.parameter("type", as: String.self) == "Part")
    }

    @Test("PM-41: keys of maps are filled in, and a map within a string is a fault") func maps() throws {
        #expect(try value(#"{ ["%foo%"] = 1 }"#) == ["bar": 1])
        #expect(
            message { _ = try value(#""a %map%""#, "map = { a = 1 }") } == """
                container.lua:2: service "holder": argument "value": parameter "map" is not a string, number, or Boolean, and cannot be part of a string
                    write "%map%" alone to pass the value as it is
                """)
    }

    @Test("PM-42: a string has any number of placeholders") func severalPlaceholders() throws {
        #expect(try value(#""%foo%:%count%:%foo%""#) == "bar:5:bar")
    }

    @Test("PM-43: one parameter is used several times, also by others") func repeatedUse() throws {
        #expect(
            try value(#"{ "%foo%", "%foo%", { "%two%" } }"#, #"foo = "x", two = "%foo%%foo%""#) == ["x", "x", ["xx"]])
    }

    @Test("PM-44: a circle of placeholders within strings is a fault with the whole chain") func embeddedCircle() {
        #expect(
            message { _ = try value(#""x""#, #"foo = "a %bar%", bar = "b %foo%""#) } == """
                container.lua:1: parameter "bar" refers to itself: bar -> foo -> bar
                """)
    }

    @Test("PM-45: a service that is built after a parameter was set has the new value") func lateParameter() throws {
        let container = try wiring(
            """
            parameters { name = "old" }
            service "part" { type = "Part", scope = "transient", args = { name = "%name%" } }
            """)
        #expect(try container.resolve("part", as: Part.self).name == "old")
        try container.setParameter("name", to: "new")
        #expect(try container.resolve("part", as: Part.self).name == "new")
    }

    @Test("PM-46: percent signs beside placeholders are understood, and a missing parameter says who needs it")
    func neighbors() throws {
        #expect(try value(#""%%%foo%%%""#) == "%bar%")
        #expect(try value(#""%%s?%%s""#) == "%s?%s")
        #expect(
            message { _ = try value(#"{ deep = { "%nothing%" } }"#) } == """
                container.lua:2: service "holder": argument "value" at deep.1 refers to parameter "nothing", which is not defined
                """)
    }

    @Test(
        "PM-47: suggestions are the names that are near or contain the given one",
        arguments: [
            ("foo", ["bar", "baz", "foobar", "barfoo"], ["barfoo", "foobar"]),
            ("bar", ["foo", "baz", "foobar", "barfoo"], ["baz", "barfoo", "foobar"]),
        ])
    func suggestions(name: String, names: [String], suggested: [String]) throws {
        let container = try wiring(names.map { #"service "\#($0)" { type = "Part" }"# }.joined(separator: "\n"))
        let error = #expect(throws: ContainerError.self) { _ = try container.resolve(name, as: Part.self) }
        #expect(Set(error?.diagnostics[0].suggestions ?? []) == Set(suggested))
    }

    @Test("PM-48: a name with a typing mistake is suggested") func typingMistake() throws {
        let container = try wiring(#"service "database" { type = "Part" }"#)
        let error = #expect(throws: ContainerError.self) { _ = try container.resolve("databse", as: Part.self) }
        #expect(error?.diagnostics[0].suggestions == ["database"])
    }
}
