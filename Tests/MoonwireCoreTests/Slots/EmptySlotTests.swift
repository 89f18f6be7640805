import MoonwireCore
import MoonwireValues
import Testing

/// Optional slots that stay empty: reading one costs the same however many services there are.
@Suite struct EmptySlotTests {
    private final class Owner {
        @Injected("nope") var unknown: Engine?
        @Injected var ambiguous: Engine?
        @Injected var absent: Trailer?
    }

    private static func container(services: Int) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = (0..<services).map { service("engine\($0)", "Engine", ["brand": "v8"]) }
        return try wiring.container()
    }

    /// A read that looks at every service takes about a millisecond here, and so would not finish within the limit.
    @Test(.timeLimit(.minutes(10))) func aReadDoesNotLookAtTheServices() throws {
        let container = try Self.container(services: 20_000)
        let owner = Owner()
        try container.inject(into: owner)
        for _ in 0..<400_000 {
            guard owner.unknown == nil, owner.ambiguous == nil, owner.absent == nil else { return }
        }
        #expect(owner.unknown == nil)
    }

    @Test func anAmbiguousSlotIsReportedOnceInAGeneration() throws {
        let container = try Self.container(services: 2)
        let owner = Owner()
        try container.inject(into: owner)
        for _ in 0..<3 { #expect(owner.ambiguous == nil) }
        #expect(
            container.diagnostics.entries.map(\.message) == [
                "slot Owner.ambiguous cannot be filled: 2 services provide Engine: engine0, engine1"
            ])
    }

    @Test func anUnknownIdIsStillSuggestedWhereAnErrorIsAskedFor() throws {
        final class Required { @Injected("engine9") var engine: Engine }
        let container = try Self.container(services: 2)
        #expect(message { try container.inject(into: Required()) }?.contains("did you mean \"engine0\"") == true)
    }
}
