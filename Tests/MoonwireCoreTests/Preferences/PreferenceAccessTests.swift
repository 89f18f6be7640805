import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// `container.preferences`: values, then defaults; what is set keeps the rules.
@Suite struct PreferenceAccessTests {
    private let volume = preference("Settings.volume", 5, min: 0, max: 10, line: 3)

    @Test func preferenceHasItsDefaultUntilItIsSet() throws {
        let store = MemoryStore()
        let preferences = try Wiring.of(volume, in: store).container().preferences
        #expect(try preferences.get("Settings.volume") == 5)
        try preferences.set("Settings.volume", to: 7)
        #expect(try preferences.get("Settings.volume", as: Int.self) == 7)
        #expect(store.contents == ["Settings.volume": 7])
        try preferences.reset("Settings.volume")
        #expect(try preferences.get("Settings.volume", as: Int.self) == 5)
        #expect(store.contents == [:])
    }

    @Test func preferencesAreReadFromTheStoreEachTime() throws {
        let store = MemoryStore()
        let preferences = try Wiring.of(volume, in: store).container().preferences
        #expect(try preferences.get("Settings.volume", as: Int.self) == 5)
        store.write(8, for: "Settings.volume")
        #expect(try preferences.get("Settings.volume", as: Int.self) == 8)
    }

    @Test func settingAPreferenceToNilResetsIt() throws {
        let store = MemoryStore(["Settings.volume": 7])
        let preferences = try Wiring.of(volume, in: store).container().preferences
        try preferences.set("Settings.volume", to: Int?.none)
        #expect(store.contents == [:])
    }

    @Test func preferencesOfEveryKindAreStoredAndRead() throws {
        let store = MemoryStore()
        let preferences = try Wiring.of(
            preference("A.flag", false), preference("A.number", 0.5), preference("A.text", "x"),
            preference("A.list", ["a"]), preference("A.map", ["a": 1]), preference("A.empty", []), in: store
        ).container().preferences
        try preferences.set("A.flag", to: true)
        try preferences.set("A.number", to: 2)
        try preferences.set("A.text", to: Tint.green)
        try preferences.set("A.list", to: ["b", "c"])
        try preferences.set("A.map", to: ["b": 2])
        try preferences.set("A.empty", to: ["k": ["v"]])
        #expect(try preferences.get("A.flag", as: Bool.self))
        #expect(try preferences.get("A.number", as: Double.self) == 2)
        #expect(store.read("A.number") == .number(2))
        #expect(try preferences.get("A.text", as: Tint.self) == .green)
        #expect(try preferences.get("A.list", as: [String].self) == ["b", "c"])
        #expect(try preferences.get("A.map", as: [String: Int].self) == ["b": 2])
        #expect(try preferences.get("A.empty", as: [String: [String]].self) == ["k": ["v"]])
    }

    @Test(
        arguments: [
            (PlainValue.integer(11), "the integer 11"), (.integer(-1), "the integer -1"), ("7", "the string \"7\""),
            (.number(2.5), "the number 2.5"), (true, "the Boolean true"), (.list([1]), "a list"),
        ])
    func aValueThatBreaksARuleIsNotStored(_ value: PlainValue, _ found: String) throws {
        let store = MemoryStore(["Settings.volume": 7])
        let preferences = try Wiring.of(volume, in: store).container().preferences
        #expect(
            message { try preferences.set("Settings.volume", to: value) }
                == "test.lua:3: preference \"Settings.volume\" expects an integer from 0 to 10, got \(found)")
        #expect(store.contents == ["Settings.volume": 7])
    }

    @Test func limitsOfLargeIntegersAreExact() throws {
        let big = Int64.max - 1
        let preferences = try Wiring.of(preference("A.big", 0, max: .integer(big), line: 1)).container().preferences
        try preferences.set("A.big", to: big)
        #expect(
            message { try preferences.set("A.big", to: Int64.max) }
                == "test.lua:1: preference \"A.big\" expects an integer of at most \(big), got the integer \(Int64.max)"
        )
    }

    @Test func nanIsOutsideEveryRangeOfAPreference() throws {
        let preferences = try Wiring.of(preference("A.ratio", 0.5, min: 0, line: 1)).container().preferences
        #expect(
            message { try preferences.set("A.ratio", to: Double.nan) }
                == "test.lua:1: preference \"A.ratio\" expects a number of at least 0, got the number nan")
    }

    @Test func preferenceRefusesValuesThatAreNotChoices() throws {
        let preferences = try Wiring.of(
            preference("A.color", "red", oneOf: ["red", "green"], line: 4), preference("A.step", 1.0, oneOf: [1, 2.5])
        ).container().preferences
        try preferences.set("A.color", to: "green")
        try preferences.set("A.step", to: 1)
        #expect(
            message { try preferences.set("A.color", to: "blue") }
                == "test.lua:4: preference \"A.color\" expects one of \"red\", \"green\", got the string \"blue\"")
    }

    @Test func checkOfAPreferenceGivesItsReason() throws {
        let check = ClosureCheck { value in
            if value == "?" { throw Breakdown(reason: "no idea") }
            return value == "root" ? PreferenceRefusal(reason: "it is taken") : nil
        }
        let store = MemoryStore()
        let preferences = try Wiring.of(preference("A.name", "x", check: check, line: 2), in: store).container()
            .preferences
        try preferences.set("A.name", to: "joe")
        #expect(
            message { try preferences.set("A.name", to: "root") } == """
                test.lua:2: preference "A.name" does not accept the string "root": it is taken
                    its check is at test.lua:2
                """)
        #expect(
            message { try preferences.set("A.name", to: "?") }
                == "test.lua:2: preference \"A.name\": its check fails for the string \"?\": no idea")
        #expect(store.contents == ["A.name": "joe"])
    }

    @Test func preferencesRefuseNullsAndObjects() throws {
        let preferences = try Wiring.of(preference("A.list", ["a"], line: 1), preference("A.map", ["a": 1], line: 2))
            .container().preferences
        #expect(
            message { try preferences.set("A.list", to: ["a", nil]) }
                == "test.lua:1: preference \"A.list\" expects a list, got a list with a null in it")
        #expect(
            message { try preferences.set("A.map", to: [1: 2]) }
                == "test.lua:2: preference \"A.map\" expects a map, got Dictionary<Int, Int>")
    }

    @Test func unknownPreferenceSuggestsTheNearest() throws {
        let preferences = try Wiring.of(volume).container().preferences
        let expected = """
            preference "Settings.volmue" is not defined
                did you mean "Settings.volume"?
            """
        #expect(message { try preferences.get("Settings.volmue", as: Int.self) } == expected)
        #expect(message { try preferences.set("Settings.volmue", to: 1) } == expected)
        #expect(message { try preferences.reset("Settings.volmue") } == expected)
    }

    @Test func aTypeThatDoesNotFitIsAnError() throws {
        let preferences = try Wiring.of(volume).container().preferences
        #expect(
            message { try preferences.get("Settings.volume", as: String.self) }
                == "test.lua:3: preference \"Settings.volume\" cannot be read as String: it expects a string, got the integer 5"
        )
    }

    @Test func allPreferencesAreListedOrAllFaultsThrown() throws {
        let store = MemoryStore(["B.b": 3])
        let preferences = try Wiring.of(
            preference("B.b", 1, line: 2), preference("A.a", "x", line: 1), in: store
        ).container().preferences
        #expect(try preferences.all.map(\.name) == ["A.a", "B.b"])
        #expect(try preferences.all.map(\.value) == ["x", 3])
        #expect(try preferences.all.map(\.defaultValue) == ["x", 1])
        #expect(try preferences.all.map(\.location) == [at(1), at(2)])
        store.write(true, for: "B.b")
        store.write(1, for: "A.a")
        #expect(message { try preferences.all }?.split(separator: "\n").count == 4)
    }
}

private enum Tint: String, Convertible { case red, green }
