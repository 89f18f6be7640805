import Foundation
import Moonwire
import Testing

@testable import MoonwireRedis

/// Fields of the hash that no store wrote.
@Suite(.timeLimit(.minutes(1))) struct ForeignValueTests {
    private static let values = [
        "", "theirs", "5", "{\"integer\":5}", "1796000000000000", "x {\"integer\":5}", "-1 {\"integer\":5}",
        "99999999999999999999 w.1 {\"integer\":5}", "9007199254740993 w.1 removed", " removed", "1.5 removed",
    ]
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: values) func foreignValueIsAnErrorAndIsKept(_ value: String) throws {
        try server.run("HSET", "preferences", "key", value)
        let store = try TestStore(server.address).store
        #expect(throws: UnreadablePreference.self) { _ = try store.read("key") }
        try store.write(1, for: "other")
        let text = """
            "key" is not written: the hash "preferences" of the Redis server at \(server.socket) contains \(PlainValue.text(value)) \
            there, which no store wrote; remove the field with HDEL first
            """
        #expect(message { try store.write(1, for: "key") } == text)
        #expect(message { try store.remove("key") } == text)
        #expect(message { try store.move("key", to: "new") } == text)
        #expect(message { try store.move("other", to: "key") } == text)
        #expect(try store.read("other") == 1)
        #expect(try server.run("HGET", "preferences", "key") == .text(value))
        // After its removal, the key can be used again.
        try server.run("HDEL", "preferences", "key")
        try store.write(2, for: "key")
        #expect(try store.read("key") == 2)
    }

    /// Only the time is read by the server, so the content of such a field is found by stores alone.
    @Test(arguments: ["{\"integer\":5.5}", "{\"integer\":", "{}", "{\"null\":null}", "5", "removed "])
    func contentThatIsNotAValueIsUnreadable(_ content: String) throws {
        #expect(StoredField("1796000000000000 w.1 \(content)").content == .foreign("1796000000000000 w.1 \(content)"))
    }

    @Test func otherProgramsCanAnnounceAChange() async throws {
        let store = try TestStore(server.address).store
        try store.write(1, for: "volume")
        try server.run("HSET", "preferences", "volume", "9007199254740000 w.1 {\"integer\":9}")
        try server.run("PUBLISH", "preferences@0", "look")
        try await until { try store.read("volume") == 9 }
    }

    @Test(arguments: [
        PlainValue.null, [1, nil], .table([1: 2]), .number(.nan), (0...100).reduce(1) { value, _ in [value] },
    ]) func valueThatCannotBeKeptIsRefused(_ value: PlainValue) throws {
        let store = try TestStore(server.address).store
        #expect(message { try store.write(value, for: "key") }.hasPrefix("\"key\" is not written: "))
        #expect(try store.read("key") == nil)
    }

    @Test func unusualValuesAreKept() async throws {
        let (store, other) = (try TestStore(server.address).store, try TestStore(server.address).store)
        let values: [PlainValue] = [
            .number(.infinity), .number(-.infinity), .number(.leastNonzeroMagnitude), .data(Data([0, 255, 254])),
            .number(-0.0),
            (0..<100).reduce(1) { value, _ in [value] }, .text(String(repeating: "ä", count: 1 << 20)),
        ]
        for (index, value) in values.enumerated() { try store.write(value, for: "\(index)") }
        try await until { try other.read("\(values.count - 1)") != nil }
        for (index, value) in values.enumerated() { #expect(try other.read("\(index)") == value) }
    }
}
