import Moonwire
import Testing

/// Preferences with a kind and without a default.
@Suite struct UnsetPreferenceTests {
    private final class Session {
        @Preference("Settings.token") var token: String?
        @Preference("Settings.retries") var retries: Int?
    }

    private final class Strict {
        @Preference("Settings.token") var token: String
    }

    private final class Confused {
        @Preference("Settings.token") var token: Int?
    }

    private let store = MemoryStore()

    private func container(_ text: String) throws -> Container {
        try wire(text) { $0.registerStore(store, named: "default") }
    }

    private static let settings = """
        preferences "Settings" {
            token = { kind = "string" },
            retries = { kind = "integer", min = 0, max = 9 },
        }
        """

    @Test("BM-42: a preference without a default is nil until it is set")
    func preferenceWithoutADefaultIsNilUntilItIsSet() throws {
        let container = try container(Self.settings)
        let session = Session()
        try container.inject(into: session)
        #expect(session.token == nil && session.retries == nil)
        session.token = "abc"
        session.retries = 3
        #expect(session.token == "abc" && session.retries == 3)
        #expect(store.contents == ["Settings.token": "abc", "Settings.retries": 3])
        #expect(try container.preferences.get("Settings.token", as: String?.self) == "abc")
        #expect(container.diagnostics.entries.isEmpty)
    }

    @Test("BM-44: nil removes the stored value")
    func nilRemovesTheStoredValue() throws {
        let container = try container(Self.settings)
        let session = Session()
        try container.inject(into: session)
        session.token = "abc"
        session.token = nil
        #expect(store.contents == [:] && session.token == nil)
        try container.preferences.set("Settings.token", to: "abc")
        try container.preferences.set("Settings.token", to: String?.none)
        #expect(store.contents == [:])
    }

    @Test func invalidStoredValueOfAnUnsetPreferenceReadsAsNil() throws {
        let container = try container(Self.settings)
        let session = Session()
        try container.inject(into: session)
        store.write(12, for: "Settings.retries")
        #expect(session.retries == nil)
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "preference \"Settings.retries\": store \"default\" contains the integer 12 for key "
                    + "\"Settings.retries\", which must be an integer from 0 to 9"
            ])
    }

    @Test func propertyThatIsNotOptionalIsAnErrorForAnUnsetPreference() throws {
        let container = try container(Self.settings)
        store.write("abc", for: "Settings.token")
        let text = message { try container.inject(into: Strict()) }
        #expect(
            text.contains(
                """
                slot Strict.token: preference "Settings.token" has no default, and cannot be read as String while it is unset
                    declare it as `String?`, or give the preference a `default`
                    the preference is at container.lua:2
                """))
        store.remove("Settings.token")
        #expect(
            message { _ = try container.preferences.get("Settings.token", as: String.self) } == """
                container.lua:2: preference "Settings.token" has no default, and cannot be read as String while it is unset
                    declare it as `String?`, or give the preference a `default`
                """)
    }

    @Test func propertyOfAnotherKindIsAnErrorForAnUnsetPreference() throws {
        let container = try container(Self.settings)
        #expect(
            message { try container.inject(into: Confused()) }.contains(
                "slot Confused.token: preference \"Settings.token\" cannot be read as Int: "
                    + "its kind is a string"))
    }

    @Test func valuesOfAnUnsetPreferenceHaveItsKind() throws {
        let container = try container(Self.settings)
        #expect(
            message { try container.preferences.set("Settings.token", to: 5) }
                == "container.lua:2: preference \"Settings.token\" expects a string, got the integer 5")
        #expect(
            message { try container.preferences.set("Settings.retries", to: 10) }
                == "container.lua:3: preference \"Settings.retries\" expects an integer from 0 to 9, got the integer 10"
        )
    }

    @Test func hooksAndListenersReceiveNilForAnUnsetPreference() async throws {
        let container = try container(
            Self.settings + """

                hook.preference("Settings.token", function(name, new, old)
                    error(tostring(old) .. " -> " .. tostring(new))
                end)
                """)
        let changes = container.preferences.changes()
        #expect(message { try container.preferences.set("Settings.token", to: "a") }.contains("nil -> a"))
        #expect(message { try container.preferences.reset("Settings.token") }.contains("a -> nil"))
        var seen: [PlainValue] = []
        for await change in changes.prefix(2) { seen += [change.old, change.new] }
        #expect(seen == [.null, "a", "a", .null])
    }

    @Test func kindAppliesToTheDefaultToo() throws {
        let container = try container(#"preferences "A" { gain = { default = 5, kind = "number" } }"#)
        #expect(try container.preferences.all.map(\.value) == [.number(5)])
        try container.preferences.set("A.gain", to: 1.5)
        #expect(store.contents == ["A.gain": .number(1.5)])
    }

    @Test func everyKindAcceptsItsValues() throws {
        let values: [(String, PlainValue)] = [
            ("string", "x"), ("boolean", true), ("integer", 2), ("number", .number(0.5)), ("list", [1]),
            ("map", ["a": 1]),
        ]
        for (kind, value) in values {
            let container = try container("preferences \"K\" { \(kind) = { kind = \"\(kind)\" } }")
            #expect(try container.preferences.get("K.\(kind)", as: PlainValue.self) == .null)
            try container.preferences.set("K.\(kind)", to: value)
            #expect(try container.preferences.get("K.\(kind)", as: PlainValue.self) == value)
            let wrong: PlainValue = kind == "string" ? true : "wrong"
            #expect(message { try container.preferences.set("K.\(kind)", to: wrong) }.contains("expects"))
        }
    }
}
