import Moonwire
import Testing

/// Lists of stores: `store = { "local", "remote" }`.
@Suite struct PreferenceStoreListTests {
    private let local = MemoryStore()
    private let remote = MemoryStore()

    private func container(_ store: String, _ more: String = "") throws -> Container {
        try wire("preferences \"Speaker\" { volume = { default = 5, store = \(store) } }\n" + more) { [local, remote] in
            $0.registerStore(local, named: "local")
            $0.registerStore(remote, named: "remote")
        }
    }

    @Test("RW-3: a list of stores writes to all and reads the first with a value") func allAreWritten() throws {
        let container = try container(#"{ "local", "remote" }"#)
        remote.write(7, for: "Speaker.volume")
        #expect(try container.preferences.get("Speaker.volume", as: Int.self) == 7)
        local.write(6, for: "Speaker.volume")
        #expect(try container.preferences.get("Speaker.volume", as: Int.self) == 6)
        try container.preferences.set("Speaker.volume", to: 8)
        #expect(local.contents == ["Speaker.volume": 8] && remote.contents == ["Speaker.volume": 8])
        try container.preferences.reset("Speaker.volume")
        #expect(local.contents == [:] && remote.contents == [:])
    }

    @Test func changesOfEachStoreAreFound() async throws {
        let container = try container(#"{ "local", "remote" }"#)
        let changes = container.preferences.changes()
        remote.write(7, for: "Speaker.volume")
        local.write(8, for: "Speaker.volume")
        var seen: [PlainValue] = []
        for await change in changes.prefix(2) { seen.append(change.new) }
        #expect(seen == [7, 8])
    }

    @Test func oneNameInAListIsThatStore() throws {
        let container = try container(#"{ "remote" }"#)
        try container.preferences.set("Speaker.volume", to: 8)
        #expect(local.contents == [:] && remote.contents == ["Speaker.volume": 8])
    }

    @Test(arguments: [
        (
            #"{ "local", "remot" }"#,
            """
            container.lua:1: preference "Speaker.volume": there is no store "remot"
                did you mean "remote"?
            """
        ),
        (#"{ "local", "local" }"#, #"container.lua:1: preference "Speaker.volume": "store" names "local" twice"#),
        (
            "{}",
            #"container.lua:1: preference "Speaker.volume": "store" expects the name of a store or a list of names, got a map"#
        ),
        (
            #"{ "local", 3 }"#,
            #"container.lua:1: preference "Speaker.volume": "store" expects the name of a store or a list of names, got a list"#
        ),
        (
            #"{ first = "local" }"#,
            #"container.lua:1: preference "Speaker.volume": "store" expects the name of a store or a list of names, got a map"#
        ),
    ])
    func mistakes(store: String, expected: String) throws {
        #expect(message { _ = try container(store) } == expected)
    }

    @Test func keyInOneOfTheStoresIsNotSharedByAccident() throws {
        let other = #"preferences "Radio" { volume = { default = 1, key = "Speaker.volume", store = "remote" } }"#
        #expect(
            message { _ = try container(#"{ "local", "remote" }"#, other) } == """
                container.lua:2: preference "Radio.volume": key "Speaker.volume" of store "remote" is already used by \
                preference "Speaker.volume"
                    Speaker.volume is at container.lua:1
                """)
    }

    @Test func valueThatDoesNotFitNamesTheStores() throws {
        let container = try container(#"{ "local", "remote" }"#)
        remote.write("loud", for: "Speaker.volume")
        #expect(
            message { _ = try container.preferences.get("Speaker.volume", as: Int.self) }.hasPrefix(
                """
                container.lua:1: preference "Speaker.volume": stores "local" and "remote" contain the string "loud"
                """))
    }
}
