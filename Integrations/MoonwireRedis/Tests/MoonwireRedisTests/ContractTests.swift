import Moonwire
import MoonwireRedis
import MoonwireTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ContractTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test func storeMeetsTheContract() {
        let hashes = Hashes()
        PreferenceStoreContract { [server] in try TestStore(server.address, hash: hashes.next()).store }.check()
    }

    @Test func storeWithAQueueMeetsTheContract() {
        let hashes = Hashes()
        PreferenceStoreContract { [server] in
            try TestStore(server.address, hash: hashes.next()) { $0.writesWhileAway = .queue(limit: 10) }.store
        }.check()
    }

    /// A store that only relays what another one reads from the server.
    @Test func otherStoreSeesWhatIsWritten() async throws {
        let (writer, reader) = (try TestStore(server.address).store, try TestStore(server.address).store)
        try writer.write(1, for: "written")
        try writer.write(1, for: "removed")
        try writer.remove("removed")
        try writer.write(["deep": [1.0, "text"]], for: "former")
        try writer.move("former", to: "moved")
        try writer.write(true, for: "last")
        try await until { try reader.read("last") == true }
        #expect(try reader.read("written") == 1)
        #expect(try reader.read("removed") == nil)
        #expect(try reader.read("former") == nil)
        #expect(try reader.read("moved") == ["deep": [1.0, "text"]])
    }
}

/// A new name of a hash at each call.
private final class Hashes: Sendable {
    private let count = Atomic(0)

    func next() -> String { "hash \(count.add(1, ordering: .relaxed).newValue)" }
}
