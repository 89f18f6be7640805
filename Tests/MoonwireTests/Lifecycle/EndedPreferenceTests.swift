import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// Preferences after the end of a container: what is left of it uses them, and then nothing of it is in memory.
@Suite(.timeLimit(.minutes(5))) struct EndedPreferenceTests {
    private struct Remembered {
        weak let store: MemoryStore?
    }

    /// Only the container and its generations keep the store.
    private static func living() throws -> (Living, Remembered) {
        let store = MemoryStore()
        let text = Turbine.preferences + #"service "a" { type = "Turbine", run = true }"#
        let living = try Living(text, types: [Turbine.self]) { $0.registerStore(store, named: "default") }
        return (living, Remembered(store: store))
    }

    /// Waits until nothing of the container is left, so that preferences cannot be read.
    private static func awaitEnd(for turbine: Turbine) async throws {
        let ended = "slot Turbine.rate cannot be filled: its container was released"
        while await message({ try await turbine.readRate() })?.contains(ended) != true {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func nothingStaysAfterAShutdown() async throws {
        var living: Living?
        let known: Remembered
        (living, known) = try Self.living()
        try await living?.container.start()
        let turbine = try #require(try await living?.container.resolve("a", as: Turbine.self))
        try await until { turbine.gate.waiting == 1 }
        turbine.gate.open()
        #expect(await living?.container.shutdownGracefully() == [])
        try await Self.awaitEnd(for: turbine)
        living = nil
        // The owner is left, and refers to what was its container.
        try await until { known.store == nil }
        withExtendedLifetime(turbine) {}
    }

    @Test func runOfAReleasedContainerUsesThem() async throws {
        var living: Living?
        let known: Remembered
        (living, known) = try Self.living()
        let log = try #require(living?.log)
        weak let container = living?.container
        try await container?.start()
        let turbine = try #require(try await container?.resolve("a", as: Turbine.self))
        try await until { turbine.gate.waiting == 1 }
        living = nil
        try await until { container == nil }
        #expect(try await turbine.readRate() == 1)
        turbine.gate.open()
        try await until { log.elements == ["rate 1", "rate 2"] }
        // When the run has ended, nothing uses them.
        try await until { known.store == nil }
        try await Self.awaitEnd(for: turbine)
    }

    @Test func stopOfAReleasedContainerUsesThem() async throws {
        let store = MemoryStore()
        do {
            let text = Turbine.preferences + #"service "valve" { type = "Valve", eager = true, stop = "close" }"#
            let living = try Living(text, types: [Valve.self]) { $0.registerStore(store, named: "default") }
            try await living.container.start()
        }
        try await until { store.contents == ["Turbine.rate": 2] }
    }
}
